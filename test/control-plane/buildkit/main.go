// Checks a Dockerfile on stdin by the rules of BuildKit, as `docker build --check` does, without an engine or a registry.
// One line a finding; exit 1 when there is one.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/opencontainers/go-digest"
)

// Takes every base image for one of Linux: what a registry would say is no matter of the rules.
type anyImage struct{}

func (anyImage) ResolveImageConfig(_ context.Context, ref string, _ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	return ref, "", []byte(`{"os":"linux","architecture":"amd64"}`), nil
}

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		fail(err)
	}
	options := dockerfile2llb.ConvertOpt{
		MetaResolver: anyImage{},
		SourceMap:    &llb.SourceMap{Definition: &llb.Definition{}, Filename: "Dockerfile", Language: "Dockerfile", Data: text},
	}
	results, err := dockerfile2llb.DockerfileLint(context.Background(), text, options)
	if err != nil {
		fail(err)
	}
	for _, warning := range results.Warnings {
		fmt.Printf("%s: %s\n", warning.RuleName, warning.Detail)
	}
	if results.Error != nil {
		fmt.Printf("error: %s\n", results.Error.Message)
	}
	if len(results.Warnings) > 0 || results.Error != nil {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
