package main

import (
	"fmt"
	"os"

	"github.com/argoproj/gitops-engine/pkg/cache"
	"github.com/argoproj/gitops-engine/pkg/sync"
	"github.com/argoproj/gitops-engine/pkg/utils/kube"
	"github.com/argoproj/gitops-engine/pkg/utils/tracing"
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"
)

// How Argo CD 3 knows its objects; a copy made by a controller names another object and is none of them. And how its
// predecessors do, by a label that leaves annotations as they are in Git.
const (
	trackingID    = "argocd.argoproj.io/tracking-id"
	trackingLabel = "app.kubernetes.io/instance"
)

// application is what the manifests say and the cache through which the engine sees the cluster.
type application struct {
	options
	config  *rest.Config
	kubectl *kube.KubectlCmd
	cache   cache.ClusterCache
	targets []*unstructured.Unstructured
	log     logr.Logger
}

func openApplication(o options) (*application, error) {
	log := logr.Discard()
	if o.verbose {
		log = textlogger.NewLogger(textlogger.NewConfig())
	} else {
		klog.SetLogger(log)
	}
	config, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return nil, fmt.Errorf("kubeconfig: %w", err)
	}
	// The engine's own limit of 5 requests a second makes a wait of each wave.
	config.QPS, config.Burst = 200, 400
	app := &application{options: o, config: config, log: log}
	app.kubectl = &kube.KubectlCmd{Log: log, Tracer: tracing.NopTracer{}}
	if app.targets, err = app.readManifests(); err != nil {
		return nil, err
	}
	app.cache = cache.NewClusterCache(config,
		cache.SetKubectl(app.kubectl),
		cache.SetNamespaces([]string{o.namespace}),
		cache.SetClusterResources(false),
		cache.SetLogr(log),
		cache.SetPopulateResourceInfoHandler(func(un *unstructured.Unstructured, _ bool) (any, bool) {
			mine := app.owns(un)
			return mine, mine
		}),
	)
	if err := app.cache.EnsureSynced(); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return app, nil
}

func (a *application) readManifests() ([]*unstructured.Unstructured, error) {
	text, err := os.ReadFile(a.manifests)
	if err != nil {
		return nil, fmt.Errorf("manifests: %w", err)
	}
	objects, err := kube.SplitYAML(text)
	if err != nil {
		return nil, fmt.Errorf("manifests: %w", err)
	}
	for _, object := range objects {
		if object.GetNamespace() == "" {
			object.SetNamespace(a.namespace)
		}
		a.track(object)
	}
	return objects, nil
}

func (a *application) track(object *unstructured.Unstructured) {
	if a.tracking == "label" {
		object.SetLabels(with(object.GetLabels(), trackingLabel, a.app))
		return
	}
	object.SetAnnotations(with(object.GetAnnotations(), trackingID, a.idOf(object)))
}

func (a *application) owns(object *unstructured.Unstructured) bool {
	if a.tracking == "label" {
		return object.GetLabels()[trackingLabel] == a.app
	}
	return object.GetAnnotations()[trackingID] == a.idOf(object)
}

func with(entries map[string]string, key, value string) map[string]string {
	if entries == nil {
		entries = map[string]string{}
	}
	entries[key] = value
	return entries
}

func (a *application) idOf(object *unstructured.Unstructured) string {
	group := object.GroupVersionKind().Group
	return fmt.Sprintf("%s:%s/%s:%s/%s", a.app, group, object.GetKind(), object.GetNamespace(), object.GetName())
}

// reconciled pairs every object of the manifests with the live one, hooks apart, and lists what else is the application's.
func (a *application) reconciled() (sync.ReconciliationResult, error) {
	targets := make([]*unstructured.Unstructured, len(a.targets))
	for i, target := range a.targets {
		targets[i] = target.DeepCopy()
	}
	live, err := a.cache.GetManagedLiveObjs(targets, func(r *cache.Resource) bool {
		mine, _ := r.Info.(bool)
		return mine
	})
	if err != nil {
		return sync.ReconciliationResult{}, fmt.Errorf("live objects: %w", err)
	}
	return sync.Reconcile(targets, live, a.namespace, a.cache), nil
}
