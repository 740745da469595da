// coach: an app that proposes one activity a day for two weeks and hopes that it gets done.
//
// A user's state is readiness, fatigue and engagement, three levels each (27 states). The six activities, from rest
// through stretching, walking, strength and running to intervals, differ in load and in fun. A day goes like this:
//
//   How it feels. Load strains, more so on top of yesterday's fatigue. Hard work while tired costs readiness. An
//   activity above what the user is comfortable with (which grows with readiness and shrinks with fatigue) discourages;
//   one below it bores; fun keeps people interested; and people stay a little loyal to yesterday's mood. This gives the
//   expected readiness, strain and engagement of the day, a point of [0,1]^3.
//   Whether it gets done. Twelve latent response types sit on a 3 x 2 x 2 grid in that cube, and phi(s,a) is the
//   mixture of them (product hat weights, so non-negative and summing to 1) that has the expected point as its mean.
//   Type i completes its day with probability theta_{h,i}: more likely when ready and engaged, less when strained; at
//   weekends (days 6 and 7 of each week) strain matters less. The reward is 1 for a completed day.
//   What it leaves behind. Each type has a distribution over next states around its own levels, except that strain
//   raises readiness by about a level and ease lets some of it go. Persistence therefore enters through phi: P has rank
//   12 at most.
//
// So the easy day that is surely completed today makes tomorrow's user unfit and bored, and the hard one must wait
// until the user is fresh: neither the best activity of the day nor any fixed activity is good. For every seed from 1
// to 20, uniform choice loses at least 30% of V*, the best fixed activity at least 20% and day-by-day greed at least
// 10% (tested).
//
// With `dropout` p > 0 a user stops after each day with probability p, whatever was done: a last state, `ended`
// (Problem::ended), from which nobody comes back and where nothing is paid, with a coordinate of its own.
//
// A seed is a population: all parameters vary by up to 15%, every type has habits of its own, and labels are permuted.
// Start uniform, rewards learned, measure_norm sqrt(d). Transitions are the same in every stage, rewards are not
// (weekends); stages=alike declares it. The numbers are invented; no claim about real people is made.
#pragma once

#include "tacit/envs/environment.h"

namespace tacit {

EnvironmentEntry coach();

}  // namespace tacit
