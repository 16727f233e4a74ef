package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// linked is a package of the program, as `go list -deps` prints it.
type linked struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Version string } // without a version it is a folder of ours
	}
}

// ours says that a package needs no license of somebody else.
func (p linked) ours() bool {
	return p.Standard || p.Module == nil || p.Module.Main || p.Module.Replace != nil && p.Module.Replace.Version == ""
}

// licenses are the texts of the licenses of what is linked on the platform of the environment.
func licenses(env []string) ([]byte, error) {
	listed, err := output(env, "go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module", "./cmd/litmus")
	if err != nil {
		return nil, err
	}
	var packages []linked
	for d := json.NewDecoder(bytes.NewReader(listed)); ; {
		var p linked
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	texts, err := gather(packages)
	if err != nil {
		return nil, err
	}
	root, err := output(nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	language, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	if err != nil {
		return nil, err
	}
	texts[string(language)] = append(texts[string(language)], "Go "+runtime.Version())
	return printed(texts), nil
}

// licenseName matches the names of files that a license or its notices stand in.
var licenseName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents)([-._].*)?$`)

// textless are the modules that come without a text, and what is known of their terms.
var textless = map[string]string{
	"github.com/cactus/go-statsd-client/statsd": "MIT, as each file says; the text is that of version 5, below.",
	"github.com/nexus-rpc/nexus-proto-annotations": "No terms are stated. It is one generated file by the authors of " +
		"github.com/nexus-rpc/sdk-go (MIT).",
}

// gather reads the licenses of the modules, and of folders within them on the way to a package, since what was copied
// from elsewhere has its own. It returns whose each text is. A module without one is an error, but for [textless].
func gather(packages []linked) (whose map[string][]string, err error) {
	whose = map[string][]string{}
	read, licensed := map[string]bool{}, map[string]bool{}
	for _, p := range packages {
		if p.ours() {
			continue
		}
		module := p.Module.Path + " " + p.Module.Version
		if _, known := licensed[module]; !known {
			licensed[module] = textless[p.Module.Path] != ""
			if licensed[module] {
				whose[textless[p.Module.Path]] = []string{module}
			}
		}
		for dir := p.Dir; strings.HasPrefix(dir, p.Module.Dir) && !read[dir]; dir = filepath.Dir(dir) {
			read[dir] = true
			entries, err := os.ReadDir(dir)
			if err != nil {
				return nil, err
			}
			for _, e := range entries {
				if e.IsDir() || !licenseName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
					continue
				}
				text, err := os.ReadFile(filepath.Join(dir, e.Name()))
				if err != nil {
					return nil, err
				}
				licensee := strings.TrimSuffix(module+" "+strings.TrimPrefix(dir, p.Module.Dir), " ")
				whose[string(text)] = append(whose[string(text)], licensee)
				licensed[module] = licensed[module] || dir == p.Module.Dir
			}
		}
	}
	var without []string
	for module, has := range licensed {
		if !has {
			without = append(without, module)
		}
	}
	if len(without) > 0 {
		slices.Sort(without)
		return nil, fmt.Errorf("modules without a license: %s", strings.Join(without, ", "))
	}
	return whose, nil
}

// printed are the texts, each once below the names of what it is for.
func printed(whose map[string][]string) []byte {
	for _, names := range whose {
		slices.Sort(names)
	}
	texts := slices.SortedFunc(maps.Keys(whose), func(a, b string) int {
		return cmp.Or(strings.Compare(whose[a][0], whose[b][0]), strings.Compare(a, b))
	})
	var b bytes.Buffer
	b.WriteString("The licenses of what Litmus is linked with, each below the names of those that have it.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n\n%s\n\n%s\n", strings.Repeat("=", 80),
			strings.Join(slices.Compact(whose[text]), "\n"), strings.TrimSpace(text))
	}
	return b.Bytes()
}
