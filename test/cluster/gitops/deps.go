// Package deps keeps Argo CD's sync engine in go.mod and go.sum.
package deps

import (
	_ "github.com/argoproj/gitops-engine/pkg/cache"
	_ "github.com/argoproj/gitops-engine/pkg/health"
	_ "github.com/argoproj/gitops-engine/pkg/sync"
)
