package cli_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"litmus/cli"
	"litmus/worker"
)

// The image and the compose file are not run here. Every line of them that speaks of our program is held against the
// program: commands, flags, variables, ports, health checks.

// composeFile is what matters to us of docker-compose.yml.
type composeFile struct {
	Services map[string]composeService
	Volumes  map[string]any
}

type composeService struct {
	Image, Restart string
	Build          any
	EnvFile        any `yaml:"env_file"`
	Command        []string
	Environment    map[string]string
	Ports, Volumes []string
	DependsOn      map[string]struct{ Condition string } `yaml:"depends_on"`
	Healthcheck    struct{ Test []string }
}

// ours reports whether the service runs our image.
func (s composeService) ours() bool { return s.Build != nil }

// ours are the services that run our image.
func (c composeFile) ours() map[string]composeService {
	all := maps.Clone(c.Services)
	maps.DeleteFunc(all, func(_ string, s composeService) bool { return !s.ours() })
	return all
}

// The Dockerfile builds the binary without C, with the module's Go, and runs the api by default and not as root. It
// exposes the default ports.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	d := dockerfile(t)
	for _, want := range []string{"CGO_ENABLED=0 go build ", " -o /image/litmus ./cmd/litmus",
		"COPY --from=build --chown=65532:65532 /image/ /", "golang:" + goVersion(t) + "-"} {
		if !strings.Contains(d.text, want) {
			t.Errorf("the Dockerfile lacks %q", want)
		}
	}
	if !slices.Equal(d.entrypoint, []string{"/litmus"}) {
		t.Errorf("entrypoint %v, want [/litmus], where the binary is copied to", d.entrypoint)
	}
	if i, err := cli.Parse(d.command...); err != nil || i.Command != "api" {
		t.Errorf("command %v is %q, %v; want the api", d.command, i.Command, err)
	}
	if d.user == "" || strings.HasPrefix(d.user, "0") || strings.HasPrefix(d.user, "root") {
		t.Errorf("user %q must be somebody other than root", d.user)
	}
	if _, err := cli.Parse("wrker"); err == nil {
		t.Error("what is no command is parsed: no test here would notice one")
	}
	worker, err := cli.Parse("worker")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{port(t, cli.Variables()["LITMUS_ADDR"]), port(t, fmt.Sprint(worker.Flags["addr"]))}
	if !slices.Equal(d.ports, want) {
		t.Errorf("exposes %v, the program listens on %v", d.ports, want)
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	c := compose(t)

	t.Run("gives our services commands and variables that exist", func(t *testing.T) {
		t.Parallel()
		known := cli.Variables()
		for name, s := range c.ours() {
			if _, err := cli.Parse(s.Command...); err != nil {
				t.Errorf("%s: litmus %s: %v", name, strings.Join(s.Command, " "), err)
			}
			for v := range s.Environment {
				if _, ok := known[v]; !ok && !strings.HasPrefix(v, "TEMPORAL_") && !strings.HasPrefix(v, "OTEL_") {
					t.Errorf("%s: the program reads no variable %s", name, v)
				}
			}
			if err := cli.CheckEnvironment(s.Environment); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})

	t.Run("gives each role the variables that it reads, and no credentials of another", func(t *testing.T) {
		t.Parallel()
		readBy := map[string][]string{ // by whom, of what is or may hold a credential
			"LITMUS_DATABASE_URL":       {"api", "migrate", "worker-effects", "worker-interviews"},
			"LITMUS_SECRET":             {"api", "worker-effects", "worker-interviews"},
			"LITMUS_SECRET_OLD":         {"api", "worker-effects", "worker-interviews"},
			"LITMUS_FILES":              {"api", "worker-effects", "worker-interviews"},
			"LITMUS_FILES_ACCESS_KEY":   {"api", "worker-effects", "worker-interviews"},
			"LITMUS_FILES_SECRET_KEY":   {"api", "worker-effects", "worker-interviews"},
			"LITMUS_SMTP_URL":           {"worker-effects"},
			"LITMUS_IMAP_URL":           {"worker-effects"},
			"LITMUS_ZOOM_ACCOUNT_ID":    {"worker-effects"},
			"LITMUS_ZOOM_CLIENT_ID":     {"worker-effects"},
			"LITMUS_ZOOM_CLIENT_SECRET": {"worker-effects"},
			"LITMUS_NOTETAKER_SECRET":   {"api", "worker-effects"},

			"LITMUS_TEMPORAL_DATABASE_URL": {"temporal"},

			"LITMUS_GOOGLE_CLIENT_SECRET": {"api"}, "LITMUS_MICROSOFT_CLIENT_SECRET": {"api"},
			"LITMUS_OIDC_CLIENT_SECRET": {"api"},
		}
		passed := map[string][]string{}
		for _, name := range slices.Sorted(maps.Keys(c.ours())) {
			for v := range c.Services[name].Environment {
				passed[v] = append(passed[v], name)
			}
		}
		for name, s := range c.Services {
			if s.EnvFile != nil {
				t.Errorf("%s: env_file %v gives it the credentials of every role", name, s.EnvFile)
			}
		}
		for v := range cli.Variables() {
			if v != "LITMUS_ADDR" && passed[v] == nil { // where it listens the compose file decides
				t.Errorf("%s reaches no service of docker-compose.yml: name it where the role reads it", v)
			}
			if roles, ok := readBy[v]; ok && !slices.Equal(passed[v], roles) {
				t.Errorf("%s is given to %v, and read by %v", v, passed[v], roles)
			} else if !ok && cli.IsSecret(v) {
				t.Errorf("%s is a credential: say here which roles read it", v)
			}
		}
		for _, other := range []string{"POSTGRES_PASSWORD", "DATABASE_PASSWORD", "TEMPORAL_DATABASE_PASSWORD"} {
			if passed[other] != nil {
				t.Errorf("%s is given to %v, which have no use for it", other, passed[other])
			}
		}
		suggested := regexp.MustCompile(`(?m)^# (LITMUS_\w+)=`).FindAllStringSubmatch(read(t, ".env.example"), -1)
		if len(suggested) == 0 {
			t.Error(".env.example suggests no variable")
		}
		for _, m := range suggested {
			if _, ok := cli.Variables()[m[1]]; !ok {
				t.Errorf(".env.example suggests %s, which the program does not read", m[1])
			}
		}
	})

	t.Run("connects nobody as superuser, and each to databases of its own", func(t *testing.T) {
		t.Parallel()
		postgres := c.Services["postgres"].Environment
		superuser := cmp.Or(postgres["POSTGRES_USER"], "postgres")
		users := map[string]string{}
		passwords := map[string]string{superuser: postgres["POSTGRES_PASSWORD"]}
		for name, s := range c.Services {
			if !s.ours() {
				continue
			}
			u, err := url.Parse(cmp.Or(s.Environment["LITMUS_TEMPORAL_DATABASE_URL"],
				s.Environment["LITMUS_DATABASE_URL"]))
			if err != nil {
				t.Fatal(err)
			}
			user := u.User.Username()
			password, _ := u.User.Password()
			if name != "temporal" {
				name = "ours"
			}
			if users[name] = user; user == "" || user == superuser {
				t.Errorf("%s connects as %q, the superuser", name, user)
			}
			passwords[user] = password
		}
		if len(users) != 2 || users["ours"] == users["temporal"] {
			t.Errorf("the users are %v, want one of ours and another of Temporal's", users)
		}
		if values := slices.Sorted(maps.Values(passwords)); len(slices.Compact(values)) != 3 || values[0] == "" {
			t.Errorf("the passwords are %v, want one for each role", passwords)
		}
	})

	t.Run("has a worker for every queue", func(t *testing.T) {
		t.Parallel()
		var got []string
		for name, s := range c.ours() {
			i, err := cli.Parse(s.Command...)
			if err != nil || i.Command != "worker" {
				continue
			}
			queues, _ := i.Flags["queues"].([]string)
			got = append(got, queues...)
			if slices.Contains(queues, "effects") && s.Environment["LITMUS_SMTP_URL"] == "" {
				t.Errorf("%s sends letters and has no LITMUS_SMTP_URL", name)
			}
		}
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(worker.Queues)); !slices.Equal(got, want) {
			t.Errorf("the workers serve %v, the queues are %v", got, want)
		}
	})

	t.Run("asks our services at the port they listen on", func(t *testing.T) {
		t.Parallel()
		entrypoint := dockerfile(t).entrypoint
		for name, s := range c.ours() {
			at := listens(t, s)
			if at == "" {
				continue
			}
			test := s.Healthcheck.Test
			if len(test) < 2 || test[0] != "CMD" || !slices.Equal(test[1:2], entrypoint) {
				t.Errorf("%s: health check %v must be CMD %v …: the image holds nothing else", name, test, entrypoint)
				continue
			}
			if i, err := cli.Parse(test[2:]...); err != nil || !strings.HasPrefix(i.Command, "ready") {
				t.Errorf("%s: health check %v is %q, %v", name, test, i.Command, err)
			}
			if want := "http://127.0.0.1:" + at + "/readyz"; test[len(test)-1] != want {
				t.Errorf("%s: health check asks %s, the service answers at %s", name, test[len(test)-1], want)
			}
			for _, p := range s.Ports {
				if !strings.HasSuffix(p, ":"+at) && !strings.HasSuffix(p, ":"+serves(t, s)) {
					t.Errorf("%s: publishes %s, the service listens on %s", name, p, at)
				}
			}
		}
	})

	t.Run("is closed to the network and pinned", func(t *testing.T) {
		t.Parallel()
		for name, s := range c.Services {
			for _, p := range s.Ports {
				if !strings.HasPrefix(p, "127.0.0.1:") {
					t.Errorf("%s publishes %s to the network; put 127.0.0.1: before it", name, p)
				}
			}
			if _, tag, ok := strings.Cut(s.Image, ":"); !ok || tag == "latest" {
				t.Errorf("%s: image %q has no tag that stays", name, s.Image)
			}
			for _, v := range s.Volumes {
				volume, _, _ := strings.Cut(v, ":")
				if file, ours := strings.CutPrefix(volume, "./"); ours {
					if read(t, file); !strings.HasSuffix(v, ":ro") {
						t.Errorf("%s may write to %s", name, file)
					}
				} else if _, declared := c.Volumes[volume]; !declared {
					t.Errorf("%s: volume %s is not declared", name, volume)
				}
			}
		}
	})
}

// listens is the port on which one of our services answers, "" for one that does not.
func listens(t *testing.T, s composeService) string {
	t.Helper()
	i, err := cli.Parse(s.Command...)
	if err != nil {
		return "" // told elsewhere
	}
	switch i.Command {
	case "api":
		return port(t, cmp.Or(s.Environment["LITMUS_ADDR"], cli.Variables()["LITMUS_ADDR"]))
	case "worker":
		return port(t, fmt.Sprint(i.Flags["addr"]))
	case "temporal":
		return port(t, fmt.Sprint(i.Flags["ui-addr"]))
	}
	return ""
}

// serves is the port of one of our services beside that on which it answers for its health.
func serves(t *testing.T, s composeService) string {
	t.Helper()
	if i, err := cli.Parse(s.Command...); err == nil && i.Command == "temporal" {
		return port(t, fmt.Sprint(i.Flags["addr"]))
	}
	return listens(t, s)
}

// compose reads docker-compose.yml with the values of .env.example.
func compose(t *testing.T) composeFile {
	t.Helper()
	values := map[string]string{}
	for line := range strings.Lines(read(t, ".env.example")) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(name, "#") {
			values[name] = value
		}
	}
	reference := regexp.MustCompile(`\$\{(\w+)(?::([-?])([^}]*))?\}`)
	text := reference.ReplaceAllStringFunc(read(t, "docker-compose.yml"), func(s string) string {
		m := reference.FindStringSubmatch(s)
		switch value := values[m[1]]; {
		case value != "":
			return value
		case m[2] == "-":
			return m[3]
		}
		t.Errorf("%s has no default and is not in .env.example", m[1])
		return ""
	})
	var c composeFile
	if err := yaml.Unmarshal([]byte(text), &c); err != nil {
		t.Fatalf("docker-compose.yml: %v", err)
	}
	if len(c.Services) == 0 {
		t.Fatal("docker-compose.yml has no services")
	}
	return c
}

// image is what the Dockerfile says of its last stage.
type image struct {
	text                string
	user                string
	ports               []string
	entrypoint, command []string
}

func dockerfile(t *testing.T) image {
	t.Helper()
	d := image{text: read(t, "Dockerfile")}
	last := d.text[strings.LastIndex(d.text, "\nFROM "):]
	for line := range strings.Lines(last) {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch instruction {
		case "USER":
			d.user = rest
		case "EXPOSE":
			d.ports = strings.Fields(rest)
		case "ENTRYPOINT":
			d.entrypoint = words(t, rest)
		case "CMD":
			d.command = words(t, rest)
		}
	}
	return d
}

// words reads an instruction's list; the other form needs a shell, which the image has not.
func words(t *testing.T, list string) []string {
	t.Helper()
	var out []string
	if err := json.Unmarshal([]byte(list), &out); err != nil {
		t.Errorf("%s must be a JSON list: the image has no shell", list)
	}
	return out
}

// goVersion is the Go version of go.mod.
func goVersion(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(read(t, "go.mod"))
	if m == nil {
		t.Fatal("go.mod has no go line")
	}
	return m[1]
}

// read returns a file of the repository.
func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func port(t *testing.T, address string) string {
	t.Helper()
	_, p, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
