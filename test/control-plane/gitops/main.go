// Command gitops-driver runs Argo CD's own sync engine once, as its application controller does: phases, waves, hooks,
// delete policies, health, retries and termination. It says what happens as lines of JSON.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

const usage = `usage: gitops-driver sync|diff --kubeconfig FILE --app NAME --namespace NAME --manifests FILE
  sync: brings the manifests into the cluster; SIGTERM or SIGUSR1 terminates the operation. Exit 0 Succeeded, 1 Failed, 3 Error
  diff: says of each object whether it is Synced or OutOfSync. Exit 0 all Synced, 1 not
`

type options struct {
	kubeconfig, app, namespace, manifests, revision, tracking string
	serverSide, prune, verbose                                bool
	retry                                                     int
	backoff, waveDelay, timeout                               time.Duration
}

func main() {
	code, err := run(os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintf(os.Stderr, "gitops-driver: %v\n", err)
	}
	os.Exit(code)
}

func run(args []string, out io.Writer) (int, error) {
	if len(args) == 0 {
		return 2, fmt.Errorf("no command\n%s", usage)
	}
	o := options{}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.StringVar(&o.kubeconfig, "kubeconfig", "", "path of a kubeconfig")
	flags.StringVar(&o.app, "app", "", "name of the application, written into every object's tracking annotation")
	flags.StringVar(&o.namespace, "namespace", "", "destination namespace")
	flags.StringVar(&o.manifests, "manifests", "", "file with the rendered manifests")
	flags.StringVar(&o.revision, "revision", "test", "revision that generateName hooks are named after")
	flags.StringVar(&o.tracking, "tracking", "annotation", "annotation or label: how the application's objects are known")
	flags.BoolVar(&o.serverSide, "server-side", false, "server-side apply and the diff that goes with it")
	flags.BoolVar(&o.prune, "prune", true, "delete objects of the application that are not in the manifests")
	flags.BoolVar(&o.verbose, "verbose", false, "the engine's own log on stderr")
	flags.IntVar(&o.retry, "retry", 0, "further attempts after a failed one; Argo CD's automated sync has 5")
	flags.DurationVar(&o.backoff, "backoff", time.Second, "wait before the first retry, doubled each time")
	flags.DurationVar(&o.waveDelay, "wave-delay", 2*time.Second, "pause after each wave")
	flags.DurationVar(&o.timeout, "timeout", 10*time.Minute, "end of it all, as if terminated")
	if err := flags.Parse(args[1:]); err != nil {
		return 2, err
	}
	for name, value := range map[string]string{"app": o.app, "namespace": o.namespace, "manifests": o.manifests} {
		if value == "" {
			return 2, fmt.Errorf("--%s is missing\n%s", name, usage)
		}
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	switch args[0] {
	case "sync":
		return syncApp(o, lines)
	case "diff":
		return diffApp(o, lines)
	}
	return 2, fmt.Errorf("no command %s\n%s", args[0], usage)
}
