package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// unnoted are the operations that write and note nothing, each with the reason.
var unnoted = map[string]string{
	"Accommodate":             "what a candidate needs, which no history may tell",
	"Adopt":                   "whose Temporal it is, which is no record of an organization",
	"AdoptAs":                 "the same",
	"ApplyRegister":           "the register of erasures; asking for one is noted",
	"Carry":                   "an erasure, which was noted when it was asked for",
	"Scrub":                   "SQLite's log",
	"Reseal":                  "what is sealed, under another secret",
	"PruneOld":                "what is older than it is kept",
	"AskForSignIn":            "a link to sign in, which changes no record",
	"Entries":                 "reads, after what waits is written",
	"Attach":                  "a file beside a draft, which nobody handed in",
	"BeginSession":            "a session, which is no record of the organization",
	"Claimed":                 "whose Temporal it is",
	"ClaimOverdue":            "a mark of the service",
	"ClaimUnwoken":            "a mark of the service",
	"AskClock":                "the test clock, which no production database has",
	"Close":                   "writes what waits",
	"Editing":                 "a transaction for others, which note what they write",
	"Detach":                  "a file beside a draft, which nobody handed in",
	"EndSession":              "a session, which is no record of the organization",
	"EndSessions":             "a session, which is no record of the organization",
	"Failed":                  "reads",
	"Follow":                  "what a member is told of, which changes no record",
	"Identity":                "who the database is, once",
	"InOneTransaction":        "a transaction for others, which note what they write",
	"Intend":                  "the ledger, which says itself what was done",
	"KeepToken":               "a provider's token for the account that is connected",
	"KeyCalls":                "reads, after what waits is written",
	"LeaveClocks":             "the test clock",
	"MarkConverged":           "a mark of the service",
	"MarkInvitationConverged": "a mark of the service",
	"MarkNewsConverged":       "a mark of the service",
	"MarkSeen":                "what a member has seen",
	"MarkSignInConverged":     "a mark of the service",
	"MarkWoken":               "a mark of the service",
	"Migrate":                 "the schema",
	"MoveClock":               "the test clock",
	"NoteCalendarFailure":     "it is told when it has lasted",
	"PreviewAdvance":          "writes nothing",
	"PreviewBooking":          "writes nothing",
	"Connections":             "counts them",
	"PreviewDecide":           "writes nothing",
	"PreviewInvite":           "writes nothing",
	"Record":                  "the audit",
	"RecordFailure":           "the audit",
	"Request":                 "reads, after what waits is written",
	"SaveAnswer":              "a draft, which nobody handed in",
	"ServeClocks":             "the test clock",
	"SetReading":              "how a candidate reads, which changes nothing that the team sees",
	"SetNews":                 "how a member is told, which changes no record",
	"Returned":                "what became of a letter, which the ledger tells",
	"SettleAccommodation":     "what a candidate needs, which no history may tell",
	"SignInLink":              "a link to sign in, which changes no record",
	"Supersede":               "the ledger",
	"Unclaim":                 "a mark of the service",
	"Unfollow":                "what a member is told of, which changes no record",
	"UseSignIn":               "a session, which is no record of the organization",
	"Visitor":                 "when a session was seen last",
	"WakeForMend":             "a mark of the service",
	"Together":                "a transaction for others, which note what they write",
}

// TestEveryWriteIsNoted: an operation of a store that writes notes the change in its transaction, or stands above with
// the reason why it need not (D4).
func TestEveryWriteIsNoted(t *testing.T) {
	t.Parallel()
	calls := map[string]map[string]bool{} // what each function calls, by the names that calledBy gives
	operations := map[string]string{}     // what the exported methods of stores are called there
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	base, err := filepath.Glob("internal/db/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range slices.Concat(files, top, base) {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		room := parsed.Name.Name
		for _, d := range parsed.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := nameOf(room, fn)
			if strings.HasPrefix(name, room+":") && room != "db" && fn.Name.IsExported() {
				operations[fn.Name.Name] = name
			}
			if calls[name] == nil {
				calls[name] = map[string]bool{}
			}
			for called := range calledBy(room, fn) {
				calls[name][called] = true
			}
		}
	}
	// reaches reports whether a function leads to one of those.
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
	for operation, name := range operations {
		if !reaches(name, "db:Tx", "db:BatchedTx", "db:Statement", "db:Write", "db:Batch",
			"audit:entries") {
			continue
		}
		_, excused := unnoted[operation]
		switch notes := reaches(name, "db:Note"); {
		case notes && excused:
			t.Errorf("%s notes what it changes, and stands among those that do not", operation)
		case notes:
			noted++
		case !excused:
			t.Errorf("%s writes and notes nothing: call Note in its transaction, or say here why not", operation)
		}
	}
	if noted < 50 {
		t.Errorf("only %d operations were found that note what they change", noted)
	}
	for operation := range unnoted {
		if operations[operation] == "" {
			t.Errorf("%s is excused, and there is no such operation", operation)
		}
	}
}

// nameOf is the name of a function of a room: "team.read", and of a method of its store "team:Remove". The database's
// are "db:Tx".
func nameOf(room string, fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return room + "." + fn.Name.Name
	}
	if star, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok {
		if of, ok := star.X.(*ast.Ident); ok && (of.Name == "Store" || of.Name == "DB") {
			return room + ":" + fn.Name.Name
		}
	}
	return room + "/" + fn.Name.Name // of another type: nothing is followed to it
}

// calledBy are the names, as nameOf makes them, of what a function of a room may call.
func calledBy(room string, fn *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.Ident:
			names[room+"."+x.Name] = true
		case *ast.SelectorExpr:
			switch on := x.X.(type) {
			case *ast.Ident: // of the own store, or of another package
				if on.Name == "s" {
					names[room+":"+x.Sel.Name] = true
				} else {
					names[on.Name+"."+x.Sel.Name] = true
				}
			case *ast.SelectorExpr: // of another store, s.team.Remove or s.Team.Remove, or of the database
				names[strings.ToLower(on.Sel.Name)+":"+x.Sel.Name] = true
			}
			ast.Inspect(x.X, visit)
			return false
		}
		return true
	}
	ast.Inspect(fn, visit)
	return names
}
