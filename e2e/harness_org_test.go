package e2e

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/orgfile"
	"litmus/store/setups"
)

// Org is an organization of a test's own, a copy of testdata/northwind.yaml, and a key to it.
type Org struct {
	*Service
	Slug string
	Key  string // full access, or as [Org.With] says
	File string // its organization file
	IDs  IDs
}

// IDs are what `litmus apply --json` prints.
type IDs struct {
	Organization string
	Assessments  map[string]string
	Postings     map[string]struct {
		ID     string
		Tracks map[string]struct {
			ID    string
			Steps map[string]string
		}
	}
	Imports, Submissions map[string]string
}

// NewOrg makes an organization on the shared service. Each edit replaces a piece of its file, which must be there:
// old, new, old, new, ….
func NewOrg(t testing.TB, edits ...string) *Org {
	t.Helper()
	return Shared(t).NewOrg(t, edits...)
}

// newSlug is a short name of no word: refusals quote it, and [Response.WantError] looks for "sql" in them.
func newSlug() string {
	b := make([]byte, 5)
	rand.Read(b)
	return "nw" + hex.EncodeToString(b)
}

// NewOrg makes an organization on this service, as the function of that name.
func (s *Service) NewOrg(t testing.TB, edits ...string) *Org {
	t.Helper()
	noteLane()
	o := &Org{Service: s, Slug: newSlug()}
	text := northwind(t, o.Slug, edits...)
	o.File = writeFile(t, o.Slug+".yaml", text)
	if s.hasStore() {
		o.make(t, text)
		return o
	}
	o.IDs = s.Apply(t, o.File)
	o.Key = o.NewKey(t, "--full-access")
	return o
}

// make makes the organization and its key by the functions that `litmus apply` and `litmus keys create` call: most
// tests begin with one, and are about neither command.
func (o *Org) make(t testing.TB, file string) {
	t.Helper()
	setup, err := orgfile.Parse(o.File, []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	applied, err := o.Store(t).Setups.Apply(t.Context(), setup, setups.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(applied)
	if err == nil {
		err = json.Unmarshal(b, &o.IDs)
	}
	if err != nil {
		t.Fatal(err)
	}
	o.Key = o.storeKey(t, access.Scopes)
}

// storeKey makes a key as `litmus keys create` does.
func (o *Org) storeKey(t testing.TB, scopes []string) string {
	t.Helper()
	operator := act.By{Actor: models.Actor{Kind: models.ActorOperator}}
	key, _, err := o.Store(t).Team.CreateKey(t.Context(), operator, o.IDs.Organization, "key of a test", scopes)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Apply applies an organization file beside the service and returns the ids of its entries.
func (s *Service) Apply(t testing.TB, file string) IDs {
	t.Helper()
	var ids IDs
	if out := s.MustRun(t, "apply", "--json", "--file", file); json.Unmarshal([]byte(out), &ids) != nil {
		t.Fatalf("apply --json printed %q, want the ids", out)
	}
	return ids
}

// northwind is the organization file for slug, edited.
func northwind(t testing.TB, slug string, edits ...string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/northwind.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := string(b)
	for i := 0; i+1 < len(edits); i += 2 {
		if !strings.Contains(file, edits[i]) {
			t.Fatalf("testdata/northwind.yaml does not hold %q", edits[i])
		}
		file = strings.Replace(file, edits[i], edits[i+1], 1)
	}
	return strings.ReplaceAll(file, "northwind", slug)
}

// Email is an address of the organization, such as ilse@SLUG.example.
func (o *Org) Email(local string) string { return local + "@" + o.Slug + ".example" }

// Posting is the id of a posting by its key.
func (o *Org) Posting(key string) string { return o.IDs.Postings[key].ID }

// Track is the id of a posting's track.
func (o *Org) Track(posting, track string) string { return o.IDs.Postings[posting].Tracks[track].ID }

// Round is the round id of a step.
func (o *Org) Round(posting, track, step string) string {
	return o.IDs.Postings[posting].Tracks[track].Steps[step]
}

// Assessment is the id of an assessment by its key.
func (o *Org) Assessment(key string) string { return o.IDs.Assessments[key] }

// NewKey makes a key by `litmus keys create` with --scope NAME …, --full-access or --legacy and returns it.
func (o *Org) NewKey(t testing.TB, flags ...string) string {
	t.Helper()
	return strings.TrimSpace(o.MustRun(t, append([]string{"keys", "create", "--org", o.Slug, "--name", "key of a test"},
		flags...)...))
}

// With is the organization seen with another key; "" sends none.
func (o *Org) With(key string) *Org {
	other := *o
	other.Key = key
	return &other
}

// Scoped is the organization seen with a new key of these scopes.
func (o *Org) Scoped(t testing.TB, scopes ...string) *Org {
	t.Helper()
	if o.hasStore() {
		return o.With(o.storeKey(t, scopes))
	}
	var flags []string
	for _, s := range scopes {
		flags = append(flags, "--scope", s)
	}
	return o.With(o.NewKey(t, flags...))
}

// Booking is the body of a standard booking of the round engineer/main/systems, with these fields changed: name, value,
// name, value, …; nil takes a field out.
func (o *Org) Booking(candidate string, changes ...any) Object {
	return changed(Object{"posting_id": o.Posting("engineer"), "round_id": o.Round("engineer", "main", "systems"),
		"candidate_email": o.Email(candidate),
		"candidate_name":  "Casey Quillon", "scheduled_start_at": "2032-06-01T10:00:00Z"}, changes)
}

// changed is a body with fields changed; nil takes one out.
func changed(b Object, changes []any) Object {
	for i := 0; i+1 < len(changes); i += 2 {
		name := changes[i].(string)
		if b[name] = changes[i+1]; changes[i+1] == nil {
			delete(b, name)
		}
	}
	return b
}

// Book books by [Org.Booking], wants 201, and returns the response.
func (o *Org) Book(t testing.TB, candidate string, changes ...any) *Response {
	t.Helper()
	return o.Do(t, "POST", "/interviews", o.Booking(candidate, changes...)).Want(201)
}
