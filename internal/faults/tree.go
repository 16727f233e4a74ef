package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Mutant is the code with one fault in it.
type Mutant struct {
	ID          string
	File        string // below the module's root
	Line        int
	Start       int    // of the declaration, in bytes
	Text        string // of the whole file, with the fault
	Original    string // and without
	Declaration string // with the fault
	Before      string // the declaration without it
	Change      string // in a few words, for people
	Tests, Run  string // as in [Fault], and so is the next
	Long        bool
}

// Package is the directory of the changed file.
func (m Mutant) Package() string { return path.Dir(m.File) }

// parses returns what is wrong with the syntax of a Go file.
func (m Mutant) parses() error {
	if path.Ext(m.File) != ".go" {
		return nil
	}
	_, err := parser.ParseFile(token.NewFileSet(), m.File, m.Text, parser.SkipObjectResolution)
	return err
}

// edit replaces the bytes from start to end of a file.
type edit struct {
	start, end int
	text       string
}

// place is a declaration, or a whole file.
type place struct {
	file       string // below the module's root
	source     string // the whole file
	start, end int
}

func (p place) text() string { return p.source[p.start:p.end] }

// mutant makes a change within the place.
func (p place) mutant(e edit) Mutant {
	return Mutant{
		File: p.file, Start: p.start, Line: 1 + strings.Count(p.source[:e.start], "\n"),
		Text: p.source[:e.start] + e.text + p.source[e.end:], Original: p.source,
		Declaration: p.source[p.start:e.start] + e.text + p.source[e.end:p.end],
		Before:      p.text(),
		Change:      fmt.Sprintf("%s becomes %s", brief(p.source[e.start:e.end]), brief(e.text)),
	}
}

// brief is the text on one line, and not all of a long one.
func brief(text string) string {
	const most = 60
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) == 0 {
		return "nothing"
	}
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}

// tree finds declarations in the packages of a module. It parses each package once.
type tree struct {
	root     string
	packages map[string]map[string][]place
}

func newTree(root string) *tree { return &tree{root, map[string]map[string][]place{}} }

// find returns the place of a declaration, or of a file if the name has the extension of one.
func (t *tree) find(pkg, name string) (place, error) {
	switch path.Ext(name) {
	case ".html", ".js", ".css", ".sql", ".txt":
		file := path.Join(pkg, name)
		source, err := os.ReadFile(filepath.Join(t.root, file))
		return place{file, string(source), 0, len(source)}, err
	}
	declared, err := t.declared(pkg)
	if err != nil {
		return place{}, err
	}
	found := declared[name]
	if len(found) == 0 {
		if found, err = t.below(pkg, name); err != nil {
			return place{}, err
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return place{}, fmt.Errorf("package %s declares no %s: anchor it anew", pkg, name)
	default:
		return place{}, fmt.Errorf("package %s declares %s in %d places", pkg, name, len(found))
	}
}

// below looks for a declaration in the packages below one.
func (t *tree) below(pkg, name string) (found []place, err error) {
	top := filepath.Join(t.root, pkg)
	err = filepath.WalkDir(top, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || dir == top {
			return err
		}
		if d.Name() == "testdata" {
			return fs.SkipDir
		}
		within, err := filepath.Rel(t.root, dir)
		if err != nil {
			return err
		}
		declared, err := t.declared(filepath.ToSlash(within))
		found = append(found, declared[name]...)
		return err
	})
	return found, err
}

// declared returns the declarations of a package's files, but for those of tests, by name.
func (t *tree) declared(pkg string) (map[string][]place, error) {
	if known, ok := t.packages[pkg]; ok {
		return known, nil
	}
	files, err := filepath.Glob(filepath.Join(t.root, pkg, "*.go"))
	if err != nil {
		return nil, err
	}
	all := map[string][]place{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for name, n := range declarations(f) {
			all[name] = append(all[name], place{path.Join(pkg, filepath.Base(file)), string(source),
				set.Position(n.Pos()).Offset, set.Position(n.End()).Offset})
		}
	}
	t.packages[pkg] = all
	return all, nil
}

// declarations yields what a file declares, without its comment: functions, methods as "Type.Method", and each name of
// a constant, variable or type.
func declarations(f *ast.File) func(yield func(string, ast.Node) bool) {
	return func(yield func(string, ast.Node) bool) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				start := ast.Node(d)
				if !yield(funcName(d), undocumented{start, d.Type.Pos()}) {
					return
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					var names []*ast.Ident
					switch s := s.(type) {
					case *ast.ValueSpec:
						names = s.Names
					case *ast.TypeSpec:
						names = []*ast.Ident{s.Name}
					}
					for _, n := range names {
						if !yield(n.Name, undocumented{s, names[0].Pos()}) {
							return
						}
					}
				}
			}
		}
	}
}

// undocumented is a node that begins after its comment.
type undocumented struct {
	ast.Node
	pos token.Pos
}

func (u undocumented) Pos() token.Pos { return u.pos }

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}
