#define TACIT_INSTANCE template
#include "tacit/core/eigen_instances.h"
