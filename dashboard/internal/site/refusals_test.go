package site

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// forIntegrators finds what no page says to people: fields and words of requests, paths, and instants in UTC.
var forIntegrators = regexp.MustCompile(`[a-z]+_[a-z]+|[A-Z]+_[A-Z]+|\bUTC\b|RFC \d|ISO \d|IANA|/api/|JSON|null|T\d\d:\d\d|` +
	`\d\dZ\b|\bbare email|cursor|slug`)

// TestRefusalsInWords proves that every cause of a refusal has its sentence for people, which names no field of a
// request and no instant in UTC, wherever the viewer's clocks stand.
func TestRefusalsInWords(t *testing.T) {
	t.Parallel()
	at := time.Date(2031, 3, 3, 12, 30, 0, 0, time.UTC)
	fields := []string{""}
	for name := range formFields {
		fields = append(fields, name)
	}
	for zone, clock := range map[string]string{"Europe/Amsterdam": "13:30 CET", "Asia/Kathmandu": "18:15 UTC+05:45"} {
		v := &Visit{Zone: models.Location(zone), Now: at}
		for _, c := range models.Causes() {
			if _, known := sentences[c]; !known {
				t.Errorf("cause %d has no sentence", c)
			}
			for _, field := range fields {
				value := "in_progress"
				if c == models.CauseLong {
					value = "301"
				}
				err := models.About(models.Refusal{Cause: c, Field: field, Value: value, Who: "ann@x.example", At: at,
					Until: at.Add(time.Hour), Most: 3}, models.Invalidf("for machines"))
				said := v.Refused(fmt.Errorf("book: %w", err))
				read := strings.NewReplacer(`"in_progress"`, "", "UTC+05:45", "").Replace(said)
				if found := forIntegrators.FindString(read); found != "" || strings.Contains(read, "for machines") ||
					strings.ContainsAny(read, "{}") {
					t.Errorf("cause %d about %q says %q: %s", c, field, found, said)
				}
				if strings.Contains(sentences[c], "{at}") && !strings.Contains(said, clock) {
					t.Errorf("cause %d in %s says %s", c, zone, said)
				}
			}
		}
	}
	for c := range sentences {
		if !slices.Contains(models.Causes(), c) {
			t.Errorf("cause %d is unknown", c)
		}
	}
}

// root is the module's, seen from this package.
const root = "../../.."

// shownElsewhere are the files whose refusals no page of the dashboard shows, and who shows them instead.
var shownElsewhere = map[string]string{
	"models/candidacy/answer.go":         "the candidates' pages, in their own words (phrases)",
	"models/booking/picking.go":          "the candidates' pages, in their own words (phrases)",
	"models/booking/candidate_cancel.go": "the candidates' pages, in their own words (phrases)",
	"models/upkeep/claim.go":             "a process that starts, in its log",
	"store/erasures/keys.go":             "`litmus erasures apply`, about the register",
	"models/keyring/cursor.go":           "REST, whose lists have cursors",
	"models/act/plan.go":                 "tools",
	"store/setups/apply_submissions.go":  "`litmus apply`, about the organization file",
	"store/setups/apply_pipeline.go":     "`litmus apply`, about the organization file",
	"store/setups/apply_imports.go":      "`litmus apply`, about the organization file",
	"store/setups/apply_postings.go":     "`litmus apply`, about the organization file",
	"store/bookings/picking.go":          "the candidates' pages, in their own words (phrases)",
}

// shownElsewhereIn are such functions in files of which pages show others.
var shownElsewhereIn = map[string]string{
	"CheckSlotWrites": "REST, whose body has a list of slots",
	"panelError":      "REST, whose body names a panel",
	"checkSender":     "nobody with a field of a request: it names the mailbox",
}

// TestRefusalsAreKnown proves that every refusal that a page can show suits people: it is read from where it is made,
// in models, store and dashboard. One that names fields of requests, ids or instants says by [models.About] what it is
// about, so that a page has a sentence of its own for it. What is [models.NotFound] is one page that says nothing else.
func TestRefusalsAreKnown(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	checked := 0
	var dirs []string
	for _, above := range []string{"models", "store", "dashboard"} {
		err := filepath.WalkDir(filepath.Join(root, above), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				dirs = append(dirs,
					filepath.ToSlash(strings.TrimPrefix(path, filepath.FromSlash(root)+string(filepath.Separator))))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range dirs {
		names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range names {
			name := dir + "/" + filepath.Base(path)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				in := ""
				if f, ok := d.(*ast.FuncDecl); ok {
					in = f.Name.Name
				}
				for _, r := range refusalsIn(d) {
					checked++
					why := r.forIntegrators()
					_, fileUnseen := shownElsewhere[name]
					_, unseenHere := shownElsewhereIn[in]
					seen[name], seen[in] = true, true
					if why != "" && !fileUnseen && !unseenHere {
						t.Errorf("%s in %s would show people %s: %s\nSay what it is about by models.About, with a sentence in "+
							"dashboard/internal/site/refusals.go", files.Position(r.call.Pos()), in, why, r.text)
					}
				}
			}
		}
	}
	if checked < 150 {
		t.Errorf("only %d refusals were found", checked)
	}
	for name := range shownElsewhere {
		if !seen[name] {
			t.Errorf("%s has no refusals any more", name)
		}
	}
	for in := range shownElsewhereIn {
		if !seen[in] {
			t.Errorf("%s has no refusals any more", in)
		}
	}
}

// refusalMade is a call that makes a refusal.
type refusalMade struct {
	call    *ast.CallExpr
	text    string // its message, with the verbs of package fmt
	literal bool   // all of the message is there
	about   bool   // it says what it is about
	inField bool   // it says which field is wrong
}

// refusalsIn returns the refusals that a declaration makes.
func refusalsIn(d ast.Decl) (out []refusalMade) {
	wrapped := map[*ast.CallExpr][2]bool{} // by what they are about, and by their field
	ast.Inspect(d, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name := calledName(call); name {
		case "About", "InField", "Advised":
			marks := wrapped[call]
			if name == "About" {
				about, _ := call.Args[0].(*ast.CompositeLit)
				if about != nil && strings.Contains(fmt.Sprint(keysOf(about)), "Cause") {
					marks[0] = true
				}
				marks[1] = true
			}
			marks[1] = marks[1] || name == "InField"
			for _, a := range call.Args {
				if inner, ok := a.(*ast.CallExpr); ok {
					wrapped[inner] = marks
				}
			}
		case "Invalidf", "Conflictf", "Forbiddenf", "TooLargef", "Unavailablef", "Throttledf":
			at := 0
			if name == "Throttledf" {
				at = 1
			}
			text, literal := textOf(call.Args[at])
			out = append(out, refusalMade{call, text, literal, wrapped[call][0], wrapped[call][1]})
		}
		return true
	})
	return out
}

// forIntegrators says what of the refusal is not for people, "" if all of it is.
func (r refusalMade) forIntegrators() string {
	if r.about {
		return ""
	}
	if !r.literal {
		return "a text that is not written there"
	}
	if found := forIntegrators.FindString(r.text); found != "" {
		return fmt.Sprintf("%q", found)
	}
	for _, a := range r.call.Args {
		switch a := a.(type) {
		case *ast.CallExpr:
			if calledName(a) == "FormatInstant" {
				return "an instant in UTC"
			}
			for _, inner := range a.Args {
				if isID(inner) {
					return "an id"
				}
			}
		case *ast.Ident:
			if a.Name == "field" && !r.inField {
				return "a field that it does not name as one"
			}
		}
		if isID(a) {
			return "an id"
		}
	}
	return ""
}

func isID(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && (s.Sel.Name == "ID" || strings.HasSuffix(s.Sel.Name, "ID"))
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func keysOf(c *ast.CompositeLit) (out []string) {
	for _, e := range c.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				out = append(out, key.Name)
			}
		}
	}
	return out
}

// textOf returns a text that is written as one literal or as a sum of several.
func textOf(e ast.Expr) (text string, literal bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		x, left := textOf(e.X)
		y, right := textOf(e.Y)
		return x + y, left && right
	}
	return "", false
}
