// Numbers for NumPy: arrays that own a copy, read-only.
#pragma once

#include <nanobind/ndarray.h>

#include <memory>
#include <utility>
#include <vector>

#include "python/bindings/bindings.h"

namespace tacit::python {

template <typename T>
using ConstArray = nb::ndarray<nb::numpy, const T, nb::c_contig>;

/// `values` in the order of C.
template <typename T>
ConstArray<T> to_array(std::vector<T> values, const std::vector<std::size_t>& shape) {
  auto kept = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = kept->data();
  const nb::capsule owner(kept.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return ConstArray<T>(data, shape.size(), shape.data(), owner);
}

template <typename T>
ConstArray<T> to_array(std::vector<T> values) {
  const std::size_t size = values.size();
  return to_array(std::move(values), {size});
}

}  // namespace tacit::python
