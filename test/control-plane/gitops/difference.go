package main

import (
	"encoding/json"
	"fmt"

	"github.com/argoproj/gitops-engine/pkg/diff"
	"github.com/argoproj/gitops-engine/pkg/sync/hook"
	"github.com/argoproj/gitops-engine/pkg/utils/kube"
)

// manager is the field manager of Argo CD's server-side apply.
const manager = "argocd-controller"

type diffLine struct {
	Kind   string          `json:"kind"`
	Name   string          `json:"name"`
	Status string          `json:"status"`
	Live   json.RawMessage `json:"live,omitempty"`
	Wanted json.RawMessage `json:"wanted,omitempty"`
}

// diffApp compares as Argo CD does when it decides whether an application is Synced; hooks are not part of that.
func diffApp(o options, lines *json.Encoder) (int, error) {
	app, err := openApplication(o)
	if err != nil {
		return 2, err
	}
	pairs, err := app.reconciled()
	if err != nil {
		return 2, err
	}
	opts := []diff.Option{diff.WithLogr(app.log)}
	if o.serverSide {
		applier, cleanup, err := kube.ManageServerSideDiffDryRuns(app.config, app.cache.GetOpenAPISchema(), app.kubectl.Tracer, app.log,
			func(string) (kube.CleanupFunc, error) { return func() {}, nil })
		if err != nil {
			return 2, fmt.Errorf("server-side diff: %w", err)
		}
		defer cleanup()
		opts = append(opts, diff.WithServerSideDiff(true), diff.WithManager(manager), diff.WithIgnoreMutationWebhook(true),
			diff.WithGVKParser(app.cache.GetGVKParser()), diff.WithServerSideDryRunner(diff.NewK8sServerSideDryRunner(applier)))
	}
	code := 0
	for i, target := range pairs.Target {
		live := pairs.Live[i]
		if target == nil && hook.IsHook(live) {
			continue
		}
		result, err := diff.Diff(target, live, opts...)
		if err != nil {
			return 2, fmt.Errorf("diff: %w", err)
		}
		object := target
		if object == nil {
			object = live
		}
		line := diffLine{Kind: object.GetKind(), Name: object.GetName(), Status: "Synced"}
		if result.Modified || target == nil || live == nil {
			line.Status, line.Live, line.Wanted = "OutOfSync", result.NormalizedLive, result.PredictedLive
			code = 1
		}
		if err := lines.Encode(line); err != nil {
			return 2, err
		}
	}
	return code, nil
}
