// Mechanisms (mechanism.h) as they stand in a certificate.
//
// As JSON, one object:
//   vault: {tasks, dimension, outcomes, outcome_tasks, mixed_outcomes, response_centre}, and cells: true where users
//     come with whole episodes (episode_meter.h);
//   features: what features users can have, where the noise depends on it (replace-one): {non_negative, rows}; rows are
//     null for any features, or a list of all of them, the entries of each as one text; null for add-remove and cells;
//   lattice: null for doubles; {gram, response, outcomes, mixture}, bits after the point, for integers (lattice.h);
//     mixture is null where outcomes are not mixed;
//   statistics: [{statistic, first_task, end_task, coordinates, share, sensitivity, noise_scale}], all that the vault
//   has;
//     noise_scale, of one measurement, is null where the share is 0 and nothing is released;
//   joint_sensitivity: S, of all of them together in units of their noise;
//   strategy: {name, fading, releases, column_norm, touches: [{release, first_block, end_block, share, steps,
//   release_stride,
//     first_stride, end_stride}]}: which blocks each release reads anew, and their share of the squared column norm;
//     fading: of the strategy of that name, from which its column norm follows, else null;
//   budget: the door's share of mu^2; users: at most so many;
//   points: [{users, stride, count}]: numbers of users at each release that was made;
//   requests: null, or {share, most, given, sensitivity, mu, answers: [{users, asked}]}, `asked` being TASKxMOMENTS.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tacit/privacy/accounting/mechanism.h"
#include "tacit/privacy/accounting/promise.h"

namespace tacit {

/// What a certificate calls it.
std::string statistic_name(Statistic part, const VaultShape& shape);

nlohmann::ordered_json mechanism_json(const MechanismRecord& record, const Promise& promise);

/// What a certificate says about a mechanism, before any of it is believed.
struct StatedMechanism {
  MechanismRecord record;
  double joint_sensitivity = 0;
  std::int64_t given = 0;  ///< Moments on request.
};

/// Throws Error for what cannot be read; what can be read need not be true. Bounded in the work it unfolds to.
StatedMechanism read_mechanism(const nlohmann::json& json, const std::string& path, Adjacency adjacency);

}  // namespace tacit
