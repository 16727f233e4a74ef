package cli

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// docs/operators.md names every command, and none and no flag that there is not. It has every variable with its default
// and every message of the log, and nothing else of each.
func TestOperatorsPage(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../docs/operators.md")
	must(t, err)
	page := string(b)
	compare := func(t *testing.T, got, want map[string]string) {
		t.Helper()
		for _, name := range slices.Sorted(maps.Keys(want)) {
			if said, there := got[name]; !there {
				t.Errorf("the page lacks %s", name)
			} else if said != want[name] {
				t.Errorf("the page has %s with %q, want %q", name, said, want[name])
			}
		}
		for _, name := range slices.Sorted(maps.Keys(got)) {
			if _, known := want[name]; !known {
				t.Errorf("the page has %s, which the program does not know", name)
			}
		}
	}

	t.Run("commands", func(t *testing.T) {
		t.Parallel()
		program, err := kong.New(&commands{}, kong.Name("litmus"), vars)
		must(t, err)
		lines := regexp.MustCompile(`(?m)^litmus .+$`).FindAllString(page, -1) // of blocks of shell
		text := regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(page, "")
		for _, m := range regexp.MustCompile("`(litmus\\s[^`]+)`").FindAllStringSubmatch(text, -1) {
			lines = append(lines, m[1])
		}
		got, want := map[string]string{}, map[string]string{}
		for _, line := range lines {
			words := strings.Fields(line)[1:]
			if slices.Contains([]string{"COMMAND", "--help"}, words[0]) {
				continue
			}
			got[words[0]] = ""
			at, flags := "", []string{"--help"}
			for len(words) > 0 && slices.ContainsFunc(program.Model.Leaves(true), func(leaf *kong.Node) bool {
				return strings.HasPrefix(leaf.Path()+" ", at+words[0]+" ")
			}) {
				at, words = at+words[0]+" ", words[1:]
			}
			for _, leaf := range program.Model.Leaves(true) {
				for _, f := range leaf.Flags {
					if strings.HasPrefix(leaf.Path()+" ", at) {
						flags = append(flags, "--"+f.Name)
					}
				}
			}
			for _, word := range words {
				if strings.HasPrefix(word, "#") {
					break
				} else if strings.HasPrefix(word, "--") && !slices.Contains(flags, word) {
					t.Errorf("the page has %q, of which %s is not known", line, word)
				}
			}
		}
		for _, leaf := range program.Model.Leaves(true) {
			want[strings.Fields(leaf.Path())[0]] = ""
		}
		compare(t, got, want)
	})

	t.Run("variables", func(t *testing.T) {
		t.Parallel()
		got, want := map[string]string{}, map[string]string{}
		for _, v := range variables {
			want[v.name] = v.fallback
		}
		for _, cells := range tableRows(t, page, "Variables") {
			name := strings.Trim(cells[0], "`")
			got[name] = strings.Trim(cells[1], "`")
			if by := strings.ReplaceAll(cells[2], "`", ""); by != readers[name] {
				t.Errorf("the page has %s read by %q, want %q", name, by, readers[name])
			}
		}
		compare(t, got, want)
		for _, v := range libraryVariables {
			if !strings.Contains(page, "`"+v.name+"`") {
				t.Errorf("the page lacks %s", v.name)
			}
		}
	})

	t.Run("messages of the log", func(t *testing.T) {
		t.Parallel()
		want, err := loggedMessages("..")
		must(t, err)
		got := map[string]string{}
		for _, cells := range tableRows(t, page, "The log") {
			for message := range strings.SplitSeq(strings.Trim(cells[0], "`"), "`, `") {
				got[message] = ""
			}
		}
		compare(t, got, want)
	})
}

// `litmus config --help` lists every variable with its default.
func TestConfigHelp(t *testing.T) {
	t.Parallel()
	var out, words strings.Builder
	if status := Main([]string{"config", "--help"}, &out, &words, nil); status != exitOK {
		t.Fatalf("exit status %d: %s", status, words.String())
	}
	said := strings.Fields(out.String())
	for _, v := range variables {
		want := v.name
		if v.fallback != "" {
			want += "=" + v.fallback
		}
		if !slices.Contains(said, want) {
			t.Errorf("the help lacks %s", want)
		}
	}
	for _, v := range libraryVariables {
		if !slices.Contains(said, v.name) {
			t.Errorf("the help lacks %s", v.name)
		}
	}
}

// tableRows are the cells of the table's rows below a heading of the page.
func tableRows(t *testing.T, page, heading string) (rows [][]string) {
	t.Helper()
	_, section, there := strings.Cut(page, "\n## "+heading+"\n")
	if !there {
		t.Fatalf("the page has no heading %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| `") {
			continue // text, or the table's head
		}
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		rows = append(rows, cells)
	}
	if len(rows) == 0 {
		t.Fatalf("there is no table below %q", heading)
	}
	return rows
}

// loggedMessages are the messages of level info and above in the code of the service below root.
func loggedMessages(root string) (map[string]string, error) {
	found := map[string]string{}
	aside := []string{".git", "bench", "e2e", "histories", "testdb", "testdata", "client", "node_modules"}
	message := map[string]int{"Info": 0, "Warn": 0, "Error": 0, "InfoContext": 1, "WarnContext": 1, "ErrorContext": 1,
		"Log": 2, "LogAttrs": 2} // which argument it is
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains(aside, d.Name()):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !isLogger(method.X) {
				return true
			}
			at, logs := message[method.Sel.Name]
			if !logs || len(call.Args) <= at {
				return true
			}
			texts := textsOf(call.Args[at], file)
			if len(texts) == 0 {
				err = fmt.Errorf("%s logs a message that is not constant", path)
			}
			for _, text := range texts {
				found[text] = ""
			}
			return true
		})
		return err
	})
	return found, err
}

// isLogger reports whether an expression is named as loggers are: log, a.Log, slog.
func isLogger(x ast.Expr) bool {
	name := ""
	switch x := x.(type) {
	case *ast.Ident:
		name = x.Name
	case *ast.SelectorExpr:
		name = x.Sel.Name
	}
	return slices.Contains([]string{"log", "Log", "slog"}, name)
}

// textsOf are the values that an expression can have: a string literal, some that are joined, or a variable that the
// file assigns literals to.
func textsOf(x ast.Expr, file *ast.File) (texts []string) {
	name, variable := x.(*ast.Ident)
	if !variable {
		if text, constant := textOf(x); constant {
			texts = append(texts, text)
		}
		return texts
	}
	ast.Inspect(file, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return true
		}
		for i, to := range a.Lhs {
			if to, ok := to.(*ast.Ident); !ok || to.Name != name.Name {
				continue
			}
			if text, constant := textOf(a.Rhs[i]); constant {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

// textOf is the value of a string literal, or of some that are joined.
func textOf(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(x.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		left, constant := textOf(x.X)
		right, too := textOf(x.Y)
		return left + right, constant && too
	}
	return "", false
}
