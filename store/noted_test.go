package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// unnoted are the operations that write and note nothing, each with the reason.
var unnoted = map[string]string{
	"AskForSignIn":            "a link to sign in, which changes no record",
	"AuditEntries":            "reads, after what waits is written",
	"BeginSession":            "a session, which is no record of the organization",
	"ClaimOverdue":            "a mark of the service",
	"ClaimUnwoken":            "a mark of the service",
	"AskClock":                "the test clock, which no production database has",
	"Close":                   "writes what waits",
	"EndSession":              "a session, which is no record of the organization",
	"EndSessions":             "a session, which is no record of the organization",
	"InOneTransaction":        "a transaction for others, which note what they write",
	"Intend":                  "the ledger, which says itself what was done",
	"KeepToken":               "a provider's token for the account that is connected",
	"KeyCalls":                "reads, after what waits is written",
	"LeaveClocks":             "the test clock",
	"MarkConverged":           "a mark of the service",
	"MarkInvitationConverged": "a mark of the service",
	"MarkSignInConverged":     "a mark of the service",
	"MarkWoken":               "a mark of the service",
	"Migrate":                 "the schema",
	"MoveClock":               "the test clock",
	"NoteCalendarFailure":     "it is told when it has lasted",
	"PreviewAdvance":          "writes nothing",
	"PreviewBooking":          "writes nothing",
	"PreviewDecide":           "writes nothing",
	"PreviewInvite":           "writes nothing",
	"PruneAudit":              "the audit",
	"PrunePlans":              "plans of tools that nobody repeats any more",
	"PruneSessions":           "sessions that have ended",
	"Record":                  "the audit",
	"RecordFailure":           "the audit",
	"Request":                 "reads, after what waits is written",
	"SaveAnswer":              "a draft, which nobody handed in",
	"ServeClocks":             "the test clock",
	"SignInLink":              "a link to sign in, which changes no record",
	"Supersede":               "the ledger",
	"Unclaim":                 "a mark of the service",
	"UseSignIn":               "a session, which is no record of the organization",
	"Visitor":                 "when a session was seen last",
	"Together":                "a transaction for others, which note what they write",
}

// TestEveryWriteIsNoted: an operation of the store that writes reaches [Store.note], or stands above with the reason
// why it need not (D4).
func TestEveryWriteIsNoted(t *testing.T) {
	t.Parallel()
	calls := map[string]map[string]bool{} // what each function calls of the package and of a store
	exported := map[string]bool{}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := nameOf(fn)
			if calls[name] == nil {
				calls[name] = map[string]bool{}
			}
			exported[name] = strings.HasPrefix(name, "s.") && fn.Name.IsExported()
			var visit func(n ast.Node) bool
			visit = func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.Ident:
					calls[name][x.Name] = true
				case *ast.SelectorExpr: // what is selected is of the package only if a store has it
					if on, ok := x.X.(*ast.Ident); ok && on.Name == "s" {
						calls[name]["s."+x.Sel.Name] = true
					}
					ast.Inspect(x.X, visit)
					return false
				}
				return true
			}
			ast.Inspect(fn, visit)
		}
	}
	// reaches reports whether a function leads to one of those by calls within the package.
	reaches := func(from string, to ...string) bool {
		seen, open := map[string]bool{from: true}, []string{from}
		for len(open) > 0 {
			next := open[0]
			open = open[1:]
			for called := range calls[next] {
				if slices.Contains(to, called) {
					return true
				}
				if calls[called] != nil && !seen[called] {
					seen[called] = true
					open = append(open, called)
				}
			}
		}
		return false
	}
	noted := 0
	for name, is := range exported {
		operation := strings.TrimPrefix(name, "s.")
		if !is || !reaches(name, "s.tx", "s.batchedTx", "s.statement", "s.write", "s.batch", "s.audit") {
			continue
		}
		_, excused := unnoted[operation]
		switch notes := reaches(name, "s.note"); {
		case notes && excused:
			t.Errorf("%s notes what it changes, and stands among those that do not", operation)
		case notes:
			noted++
		case !excused:
			t.Errorf("%s writes and notes nothing: call s.note in its transaction, or say here why not", operation)
		}
	}
	if noted < 15 {
		t.Errorf("only %d operations were found that note what they change", noted)
	}
	for operation := range unnoted {
		if !exported["s."+operation] {
			t.Errorf("%s is excused, and there is no such operation", operation)
		}
	}
}

// nameOf is a function's name, and of a method of a store "s." before it.
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	if star, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok {
		if of, ok := star.X.(*ast.Ident); ok && of.Name == "Store" {
			return "s." + fn.Name.Name
		}
	}
	return "." + fn.Name.Name // of another type: nothing is followed to it
}
