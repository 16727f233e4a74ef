// Command release makes the archives of a release in dist/, as `make dist` does:
//
//	go run ./internal/release -version v1.2.3 -sbom 'go run PROGRAM@VERSION'
//
// There is one for each platform, litmus-VERSION-OS-ARCH.tar.gz, or .zip for Windows. Its folder has the program, what
// a reader needs, the licenses of everything that is linked, and a list of it (CycloneDX 1.6). SHA256SUMS has the
// checksums. The same commit, Go and flags give the same bytes: files have the commit's time and no owner.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// platforms are what a release has archives for, as GOOS/GOARCH.
const platforms = "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"

// documents are what stands beside the program in an archive, as git names it: what operators and integrators read,
// and where that leads.
var documents = []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".env.example", "docker-compose*", "docs",
	"deploy", "ports/notetaker/*.md", "bench/README.md", "api/openapi.yaml", "client/doc.go", "client/example_test.go"}

func main() {
	var r release
	flag.StringVar(&r.version, "version", "", "what the program says it is, such as v1.2.3")
	flag.StringVar(&r.sbom, "sbom", "", "the command of cyclonedx-gomod")
	flag.StringVar(&r.out, "out", "dist", "the folder for the archives")
	which := flag.String("platforms", platforms, "those to make")
	flag.Parse()
	if err := r.run(strings.Fields(*which)); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is one version and the folder that its archives go to.
type release struct {
	version, sbom, out string
	at                 time.Time // of the commit
	documents          []string  // files
}

func (r *release) run(which []string) error {
	if r.version == "" || r.sbom == "" {
		return fmt.Errorf("-version and -sbom are needed")
	}
	seconds, err := output(nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	unix, err := strconv.ParseInt(strings.TrimSpace(string(seconds)), 10, 64)
	if err != nil {
		return err
	}
	r.at = time.Unix(unix, 0).UTC()
	listed, err := output(nil, "git", append([]string{"ls-files", "--"}, documents...)...)
	if err != nil {
		return err
	}
	r.documents = strings.Fields(string(listed))
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	for _, platform := range which {
		goos, goarch, _ := strings.Cut(platform, "/")
		name, content, err := r.archive(goos, goarch)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		if err := os.WriteFile(filepath.Join(r.out, name), content, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", name, len(content))
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), name)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// archive builds the program for a platform and returns the name and the bytes of its archive.
func (r *release) archive(goos, goarch string) (name string, content []byte, err error) {
	temporary, err := os.MkdirTemp("", "litmus-release")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(temporary)
	name, program := "litmus-"+r.version+"-"+goos+"-"+goarch, "litmus"
	if goos == "windows" {
		program += ".exe"
	}
	env := []string{"CGO_ENABLED=0", "GOOS=" + goos, "GOARCH=" + goarch}
	built := filepath.Join(temporary, program)
	if _, err := output(env, "go", "build", "-trimpath", "-ldflags=-s -w -X litmus/cli.release="+r.version,
		"-o", built, "./cmd/litmus"); err != nil {
		return "", nil, err
	}
	files := []file{}
	add := func(name string, mode int64, read func() ([]byte, error)) {
		if err == nil {
			var b []byte
			b, err = read()
			files = append(files, file{name, mode, b})
		}
	}
	add(program, 0o755, func() ([]byte, error) { return os.ReadFile(built) })
	for _, name := range r.documents {
		add(name, 0o644, func() ([]byte, error) { return os.ReadFile(name) })
	}
	add("LICENSES.txt", 0o644, func() ([]byte, error) { return licenses(env) })
	add("sbom.cdx.json", 0o644, func() ([]byte, error) { return r.components(built) })
	if err != nil {
		return "", nil, err
	}
	if goos == "windows" {
		content, err = zipped(name, files, r.at)
		return name + ".zip", content, err
	}
	content, err = tarred(name, files, r.at)
	return name + ".tar.gz", content, err
}

// components lists the modules that the built program has, in CycloneDX's JSON.
func (r *release) components(built string) ([]byte, error) {
	command := append(strings.Fields(r.sbom), "bin", "-json", "-std", "-noserial", "-notimestamp", "-version",
		r.version, built)
	return output([]string{"GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH}, command[0], command[1:]...)
}

// output runs a command and returns what it prints. The error has what it said.
func output(env []string, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	var said strings.Builder
	c.Stderr = &said
	b, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", c, err, said.String())
	}
	return b, nil
}
