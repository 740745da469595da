#include "tacit/mdp/file/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tacit/core/error.h"

namespace tacit {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string array(const std::string& header, const std::string& data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  return bytes + header + data;
}

std::string refusal(const std::string& bytes) {
  try {
    parse_npy(bytes, "x", 1000);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Npy, IsReadAsItWasWritten) {
  const std::vector<double> numbers = {1, -0.0, 1e-300, 4, 5, 6};
  const NpyArray read = parse_npy(to_npy(numbers, {2, 3}), "x", 6);
  EXPECT_EQ(read.kind, NpyArray::Kind::number);
  EXPECT_EQ(read.numbers, numbers);
  EXPECT_THAT(read.shape, ElementsAre(2, 3));
  EXPECT_EQ(parse_npy(to_npy(std::string("tacit")), "x", 0).text, "tacit");
  EXPECT_EQ(parse_npy(to_npy(true), "x", 1).kind, NpyArray::Kind::truth);
  EXPECT_EQ(to_npy(numbers, {6}).size() % 64, 6 * 8u % 64);  // The numbers begin where NumPy wants them.
}

TEST(Npy, PutsTheOrderOfFortranRight) {
  const std::string data("\x01\x04\x02\x05\x03\x06", 6);
  EXPECT_THAT(parse_npy(array("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", data), "x", 6).numbers,
              ElementsAre(1, 2, 3, 4, 5, 6));
  const std::string cube("\x00\x04\x02\x06\x01\x05\x03\x07", 8);
  EXPECT_THAT(parse_npy(array("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2, 2), }", cube), "x", 8).numbers,
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Npy, ReadsSmallerTypes) {
  EXPECT_THAT(parse_npy(array("{'descr': '<i2', 'fortran_order': False, 'shape': (1,), }", "\xff\xff"), "x", 1).numbers,
              ElementsAre(-1));
  EXPECT_EQ(
      parse_npy(array("{'descr': '|S3', 'fortran_order': False, 'shape': (), }", std::string("ab\0", 3)), "x", 1).text,
      "ab");
}

TEST(Npy, RefusesWhatItDoesNotRead) {
  EXPECT_THAT(refusal(""), HasSubstr("does not begin like one"));
  EXPECT_THAT(refusal(array("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", "x")),
              HasSubstr("its type is '|O'"));
  EXPECT_THAT(refusal(array("{'descr': '>f8', 'fortran_order': False, 'shape': (1,), }", "12345678")),
              HasSubstr(">f8"));
  EXPECT_THAT(refusal(array("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", "12345678")),
              HasSubstr("structure"));
  EXPECT_THAT(refusal(array("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "x")),
              HasSubstr("does not fit"));
  EXPECT_THAT(refusal(array("{'descr': '|u1', 'fortran_order': False, 'shape': (2000,), }", "x")),
              HasSubstr("at most 1e+03"));
  EXPECT_THAT(refusal(array("{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }", "x")), HasSubstr("damaged"));
  EXPECT_THAT(refusal(array("{'descr': '|u1', 'fortran_order': False, }", "x")), HasSubstr("damaged"));
  EXPECT_THAT(refusal(array("{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (), }", "x")),
              HasSubstr("damaged"));
  EXPECT_EQ(refusal(array("{'descr': '|u1', 'fortran_order': False, 'shape': (), }", "x")), "accepted");
}

}  // namespace
}  // namespace tacit
