package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A license is found beside the module and within it, each text is printed once, and a module without one is named.
func TestLicenses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
		if err != nil {
			t.Fatal(err)
		}
	}
	write("a/LICENSE", "MIT, by Ann\n")
	write("a/copied/deep/x.go", "package deep")
	write("a/copied/COPYING.txt", "BSD, by Ben\n")
	write("b/License.md", "MIT, by Ann\n")
	write("c/license.go", "package c")
	of := func(module, folder string) linked {
		p := linked{ImportPath: module + folder, Dir: filepath.Join(dir, module, filepath.FromSlash(folder))}
		p.Module = &struct {
			Path, Version, Dir string
			Main               bool
			Replace            *struct{ Version string }
		}{Path: "x.io/" + module, Version: "v1.0.0", Dir: filepath.Join(dir, module)}
		return p
	}
	stand, own := of("none", ""), of("none", "")
	stand.Module.Replace = &struct{ Version string }{}
	own.Module.Main = true
	whose, err := gather([]linked{of("a", ""), of("a", "/copied/deep"), of("b", ""), stand, own,
		{ImportPath: "fmt", Standard: true}})
	if err != nil {
		t.Fatal(err)
	}
	want := "\n" + strings.Repeat("=", 80) + "\n\nx.io/a v1.0.0\nx.io/b v1.0.0\n\nMIT, by Ann\n" +
		"\n" + strings.Repeat("=", 80) + "\n\nx.io/a v1.0.0 /copied\n\nBSD, by Ben\n"
	if _, got, _ := strings.Cut(string(printed(whose)), "\n"); got != want {
		t.Errorf("it prints %q, want %q", got, want)
	}
	if _, err := gather([]linked{of("b", ""), of("c", "")}); err == nil ||
		err.Error() != "modules without a license: x.io/c v1.0.0" {
		t.Errorf("a module without a license: %v", err)
	}
}

// Both sorts of archive have the files in their folder, and are the same bytes when they are made again.
func TestArchives(t *testing.T) {
	t.Parallel()
	at := time.Date(2032, 2, 2, 12, 0, 0, 0, time.UTC)
	files := []file{{"litmus", 0o755, []byte("program")}, {"docs/operators.md", 0o644, []byte("# For operators")}}
	want := []string{"litmus-v1/litmus program", "litmus-v1/docs/operators.md # For operators"}
	made := func(pack func(string, []file, time.Time) ([]byte, error)) []byte {
		t.Helper()
		b, err := pack("litmus-v1", files, at)
		again, err2 := pack("litmus-v1", files, at)
		if err := errors.Join(err, err2); err != nil || !bytes.Equal(b, again) {
			t.Fatalf("not the same bytes again, or %v", err)
		}
		return b
	}
	z, err := gzip.NewReader(bytes.NewReader(made(tarred)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(r)
		got = append(got, h.Name+" "+string(b))
		if wanted := files[len(got)-1].mode; h.Mode != wanted || !h.ModTime.Equal(at) {
			t.Errorf("%s has mode %o and %s", h.Name, h.Mode, h.ModTime)
		}
	}
	b := made(zipped)
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	var unzipped []string
	for _, f := range r.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(from)
		unzipped = append(unzipped, fmt.Sprintf("%s %s", f.Name, b))
	}
	if !slices.Equal(got, want) || !slices.Equal(unzipped, want) {
		t.Errorf("the archives have %q and %q, want %q", got, unzipped, want)
	}
}
