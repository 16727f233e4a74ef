package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"litmus/cli"
	"litmus/worker"
)

// manifest is what matters to us of a Deployment or a Job.
type manifest struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		Selector struct {
			MatchLabels map[string]string `yaml:"matchLabels"`
		}
		Template struct {
			Metadata struct {
				Labels, Annotations map[string]string
			}
			Spec struct{ Containers []container }
		}
	}
}

type container struct {
	Image string
	Args  []string
	Env   []struct{ Name, Value string }
	Ports []struct {
		Name          string
		ContainerPort int `yaml:"containerPort"`
	}
	StartupProbe   probe `yaml:"startupProbe"`
	LivenessProbe  probe `yaml:"livenessProbe"`
	ReadinessProbe probe `yaml:"readinessProbe"`
}

type probe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// The manifests run commands that exist, one worker for each queue, with probes at the ports that these listen on and
// with variables that they read. That they are valid is checked by `make manifests`.
func TestKubernetes(t *testing.T) {
	t.Parallel()
	settings := kustomization(t)
	if err := cli.CheckEnvironment(settings); err != nil {
		t.Errorf("the ConfigMap: %v", err)
	}
	var queues, commands []string
	for _, m := range manifests(t) {
		for _, c := range m.Spec.Template.Spec.Containers {
			i, err := cli.Parse(c.Args...)
			if err != nil || c.Image != "litmus" {
				t.Errorf("%s runs %s %v: %v", m.Metadata.Name, c.Image, c.Args, err)
				continue
			}
			commands = append(commands, i.Command)
			for _, v := range c.Env {
				if _, ok := cli.Variables()[v.Name]; !ok && v.Name != "GOMEMLIMIT" {
					t.Errorf("%s: the program reads no variable %s", m.Metadata.Name, v.Name)
				}
			}
			listens := cli.Variables()["LITMUS_ADDR"]
			switch i.Command {
			case "migrate":
				continue
			case "worker":
				served, _ := i.Flags["queues"].([]string)
				queues, listens = append(queues, served...), fmt.Sprint(i.Flags["addr"])
			}
			checkPorts(t, m, c, port(t, listens), port(t, settings["LITMUS_METRICS_ADDR"]))
			for name, value := range m.Spec.Selector.MatchLabels {
				if m.Spec.Template.Metadata.Labels[name] != value {
					t.Errorf("%s selects %s=%s, which its pods do not have", m.Metadata.Name, name, value)
				}
			}
		}
	}
	slices.Sort(queues)
	if want := slices.Sorted(slices.Values(worker.Queues)); !slices.Equal(queues, want) {
		t.Errorf("the workers serve %v, the queues are %v", queues, want)
	}
	if want := []string{"api", "migrate", "worker", "worker"}; !slices.Equal(slices.Sorted(slices.Values(commands)), want) {
		t.Errorf("the containers run %v, want %v", commands, want)
	}
}

// checkPorts compares the ports of a container, and what asks for them, with where the program listens.
func checkPorts(t *testing.T, m manifest, c container, answers, metrics string) {
	t.Helper()
	ports := map[string]string{}
	for _, p := range c.Ports {
		ports[p.Name] = fmt.Sprint(p.ContainerPort)
	}
	if ports["metrics"] != metrics || m.Spec.Template.Metadata.Annotations["prometheus.io/port"] != metrics {
		t.Errorf("%s: metrics at %s, the program serves them at %s", m.Metadata.Name, ports["metrics"], metrics)
	}
	for path, p := range map[string][]probe{"/healthz": {c.StartupProbe, c.LivenessProbe}, "/readyz": {c.ReadinessProbe}} {
		for _, get := range p {
			if get.HTTPGet.Path != path || ports[get.HTTPGet.Port] != answers {
				t.Errorf("%s: a probe asks %s at %q, want %s at %s", m.Metadata.Name, get.HTTPGet.Path,
					ports[get.HTTPGet.Port], path, answers)
			}
		}
	}
}

// kustomization are the variables of the generated ConfigMap.
func kustomization(t *testing.T) map[string]string {
	t.Helper()
	var k struct {
		ConfigMapGenerator []struct{ Literals []string } `yaml:"configMapGenerator"`
	}
	if err := yaml.Unmarshal([]byte(read(t, "deploy/kubernetes/kustomization.yaml")), &k); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, g := range k.ConfigMapGenerator {
		for _, l := range g.Literals {
			name, value, _ := strings.Cut(l, "=")
			all[name] = value
		}
	}
	return all
}

// manifests are all documents of deploy/kubernetes.
func manifests(t *testing.T) (all []manifest) {
	t.Helper()
	files, err := filepath.Glob("../deploy/kubernetes/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		documents := yaml.NewDecoder(bytes.NewReader(text))
		for {
			var m manifest
			if err := documents.Decode(&m); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if m.Kind == "Deployment" || m.Kind == "Job" {
				all = append(all, m)
			}
		}
	}
	return all
}
