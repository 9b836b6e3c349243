// Package deps keeps the module whose CRD file the tests install in go.mod and go.sum.
package deps

import _ "sigs.k8s.io/gateway-api/pkg/consts"
