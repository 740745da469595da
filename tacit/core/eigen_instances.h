// Eigen's kernels and decompositions on the matrices of this library, named so that they are compiled once, in
// eigen_instances.cc, and not in every unit that solves or multiplies. Nothing depends on it for being correct: where
// this is not included, a unit compiles its own copy. Therefore it is part of the precompiled header of this project
// (cmake/quick_build.cmake), whose targets share their flags, and is not installed: the kernels' names depend on the
// instructions of the processor that is compiled for, and a user's may be others.
//
// Only what Eigen defines outside a class is listed: functions that are inline are compiled everywhere all the same.
#include <Eigen/Dense>

#ifndef TACIT_INSTANCE  // eigen_instances.cc defines it as `template`; hence no include guard.
#define TACIT_INSTANCE extern template
#endif

namespace Eigen {

namespace tacit_instances {
using Rows = Matrix<double, Dynamic, Dynamic, RowMajor>;
using Columns = MatrixXd;
using Vector = VectorXd;
template <int Order>
using Operand = internal::const_blas_data_mapper<double, Index, Order>;
using Result = internal::blas_data_mapper<double, Index, ColMajor, Unaligned, 1>;
using Kernel = internal::gebp_traits<double, double>;
}  // namespace tacit_instances

namespace internal {
using tacit_instances::Columns;
using tacit_instances::Kernel;
using tacit_instances::Operand;
using tacit_instances::Result;
using tacit_instances::Rows;
using tacit_instances::Vector;

// Matrix times vector.
TACIT_INSTANCE struct general_matrix_vector_product<Index, double, Operand<RowMajor>, RowMajor, false, double,
                                                    Operand<ColMajor>, false, 0>;
TACIT_INSTANCE struct general_matrix_vector_product<Index, double, Operand<RowMajor>, RowMajor, false, double,
                                                    Operand<RowMajor>, false, 1>;
TACIT_INSTANCE struct general_matrix_vector_product<Index, double, Operand<ColMajor>, ColMajor, false, double,
                                                    Operand<RowMajor>, false, 0>;

// Matrix times matrix.
TACIT_INSTANCE void evaluateProductBlockingSizesHeuristic<double, double, 1, Index>(Index&, Index&, Index&, Index);
TACIT_INSTANCE void evaluateProductBlockingSizesHeuristic<double, double, 4, Index>(Index&, Index&, Index&, Index);
TACIT_INSTANCE struct gebp_kernel<double, double, Index, Result, Kernel::mr, Kernel::nr, false, false>;
TACIT_INSTANCE struct gemm_pack_lhs<double, Index, Operand<ColMajor>, Kernel::mr, Kernel::LhsProgress,
                                    Kernel::LhsPacket4Packing, ColMajor>;
TACIT_INSTANCE struct gemm_pack_lhs<double, Index, Operand<RowMajor>, Kernel::mr, Kernel::LhsProgress,
                                    Kernel::LhsPacket4Packing, RowMajor>;
TACIT_INSTANCE struct gemm_pack_rhs<double, Index, Operand<ColMajor>, Kernel::nr, ColMajor>;
TACIT_INSTANCE struct gemm_pack_rhs<double, Index, Operand<RowMajor>, Kernel::nr, RowMajor>;

// Triangular systems: side, half, conjugated, the order of the triangle, that of the other.
TACIT_INSTANCE struct triangular_solve_matrix<double, Index, OnTheLeft, Lower, false, RowMajor, ColMajor, 1>;
TACIT_INSTANCE struct triangular_solve_matrix<double, Index, OnTheLeft, Lower, false, ColMajor, ColMajor, 1>;
TACIT_INSTANCE struct triangular_solve_matrix<double, Index, OnTheLeft, Upper, false, ColMajor, ColMajor, 1>;
TACIT_INSTANCE struct triangular_solve_matrix<double, Index, OnTheRight, Lower, false, ColMajor, ColMajor, 1>;
TACIT_INSTANCE struct triangular_solve_matrix<double, Index, OnTheRight, Lower, false, RowMajor, ColMajor, 1>;
TACIT_INSTANCE struct triangular_solve_matrix<double, Index, OnTheRight, Upper, false, ColMajor, ColMajor, 1>;
TACIT_INSTANCE struct triangular_solve_matrix<double, Index, OnTheRight, Upper | UnitDiag, false, ColMajor, ColMajor,
                                              1>;

// Eigenvalues of symmetric matrices.
TACIT_INSTANCE void tridiagonalization_inplace<Columns, Vector, Vector, Vector>(Columns&, Vector&, Vector&, Vector&,
                                                                                bool);
TACIT_INSTANCE ComputationInfo computeFromTridiagonal_impl<Columns, Vector, Vector>(Vector&, Vector&, Index, bool,
                                                                                    Columns&);
}  // namespace internal

TACIT_INSTANCE SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(
    const EigenBase<tacit_instances::Rows>&, int);
TACIT_INSTANCE class PartialPivLU<tacit_instances::Rows>;
TACIT_INSTANCE LLT<tacit_instances::Rows>& LLT<tacit_instances::Rows>::compute(const EigenBase<tacit_instances::Rows>&);

}  // namespace Eigen
