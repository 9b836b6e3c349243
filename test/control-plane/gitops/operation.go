package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/argoproj/gitops-engine/pkg/sync"
	"github.com/argoproj/gitops-engine/pkg/sync/common"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// tick is how long the driver waits between two looks at the cluster.
const tick = 250 * time.Millisecond

// syncApp runs one operation with its retries. As in Argo CD a failed attempt begins anew with empty results, at the same
// revision; a terminated one is not retried.
func syncApp(o options, lines *json.Encoder) (int, error) {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGUSR1, os.Interrupt)
	app, err := openApplication(o)
	if err != nil {
		return 2, err
	}
	deadline := time.After(o.timeout)
	backoff := o.backoff
	for number := 1; ; number++ {
		attempt := &attempt{application: app, number: number, lines: lines, phase: common.OperationRunning, started: metav1.Now()}
		terminated, err := attempt.run(stop, deadline)
		if err != nil {
			return 2, err
		}
		attempt.say("attempt")
		if terminated || attempt.phase.Successful() || number > o.retry {
			attempt.say("result")
			return exitOf(attempt.phase), nil
		}
		select {
		case <-stop:
			attempt.say("result")
			return exitOf(attempt.phase), nil
		case <-time.After(backoff):
			backoff *= 2
		}
	}
}

func exitOf(phase common.OperationPhase) int {
	switch phase {
	case common.OperationSucceeded:
		return 0
	case common.OperationError:
		return 3
	}
	return 1
}

// attempt is the state that Argo CD keeps of a running operation between two steps.
type attempt struct {
	*application
	number  int
	lines   *json.Encoder
	phase   common.OperationPhase
	message string
	results []common.ResourceSyncResult
	started metav1.Time
	said    string
}

func (a *attempt) run(stop <-chan os.Signal, deadline <-chan time.Time) (terminated bool, err error) {
	for {
		if err := a.step(sync.SyncContext.Sync); err != nil {
			return false, err
		}
		if a.phase.Completed() {
			return false, nil
		}
		select {
		case <-stop:
			return true, a.step(sync.SyncContext.Terminate)
		case <-deadline:
			return true, a.step(sync.SyncContext.Terminate)
		case <-time.After(tick):
		}
	}
}

// step makes a context of what is known and what is live now, as the application controller does for every step.
func (a *attempt) step(do func(sync.SyncContext)) error {
	pairs, err := a.reconciled()
	if err != nil {
		return err
	}
	context, cleanup, err := sync.NewSyncContext(a.revision, pairs, a.config, a.config, a.kubectl, a.namespace,
		a.cache.GetOpenAPISchema(),
		sync.WithLogr(a.log),
		sync.WithInitialState(a.phase, a.message, a.results, a.started),
		sync.WithOperationSettings(false, a.prune, false, false),
		sync.WithManifestValidation(true),
		sync.WithServerSideApply(a.serverSide),
		sync.WithServerSideApplyManager(manager),
		sync.WithSyncWaveHook(func(_ common.SyncPhase, _ int, final bool) error {
			if !final {
				time.Sleep(a.waveDelay)
			}
			return nil
		}),
	)
	if err != nil {
		return fmt.Errorf("sync context: %w", err)
	}
	defer cleanup()
	do(context)
	a.phase, a.message, a.results = context.GetState()
	if now := fmt.Sprint(a.phase, a.message); now != a.said {
		a.said = now
		a.say("phase")
	}
	return nil
}

type resourceLine struct {
	Kind      string                `json:"kind"`
	Name      string                `json:"name"`
	Status    common.ResultCode     `json:"status"`
	Message   string                `json:"message"`
	HookType  common.HookType       `json:"hookType,omitempty"`
	HookPhase common.OperationPhase `json:"hookPhase,omitempty"`
	SyncPhase common.SyncPhase      `json:"syncPhase"`
}

// say prints the state: phase at each change, attempt at the end of one with the objects' results, result at the end of all.
func (a *attempt) say(what string) {
	line := map[string]any{"event": what, "attempt": a.number, "phase": a.phase, "message": a.message, "at": time.Now().UTC()}
	if what == "attempt" {
		resources := []resourceLine{}
		for _, r := range a.results {
			resources = append(resources, resourceLine{
				Kind: r.ResourceKey.Kind, Name: r.ResourceKey.Name, Status: r.Status, Message: r.Message,
				HookType: r.HookType, HookPhase: r.HookPhase, SyncPhase: r.SyncPhase,
			})
		}
		line["resources"] = resources
	}
	_ = a.lines.Encode(line)
}
