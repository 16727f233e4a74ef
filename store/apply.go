package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
)

// ApplyOptions change what [Store.Apply] does.
type ApplyOptions struct {
	Prune bool // remove what the file does not name, see Apply
}

// Applied are the ids of what a file names, by its keys, as `litmus apply --json` prints them.
type Applied struct {
	Organization string                    `json:"organization"`
	Assessments  map[string]string         `json:"assessments"`
	Postings     map[string]AppliedPosting `json:"postings"`
	Imports      map[string]string         `json:"imports"`     // interview ids
	Submissions  map[string]string         `json:"submissions"` // submission ids
	Changes      []string                  `json:"-"`           // what was done, a line each, for people
}

// AppliedPosting is a posting with the tracks that the file names.
type AppliedPosting struct {
	ID     string                  `json:"id"`
	Tracks map[string]AppliedTrack `json:"tracks"`
}

// AppliedTrack is a track with the round ids of the steps that the file names.
type AppliedTrack struct {
	ID    string            `json:"id"`
	Steps map[string]string `json:"steps"`
}

// Apply writes an organization as its file declares it, in one transaction: all of it or nothing (decision 94). Keys
// are the identity of entries, so that it can be repeated: what did not change is not written and keeps its id and
// updated_at. What the file says wins, with three exceptions: painted slots are joined to those that are there, a
// candidate's name is only ever filled in (decision 90), and of an import only what changed in the file since it was
// last applied is written, so that what happened to it since then stays; a canceled one stays canceled.
//
// What the file does not say stays: entries that were taken out of it, and of a person or an assignment the fields that
// are empty in it, which other doors write too. With Prune it goes: those fields are cleared, and entries are removed,
// interviewers' assignments with the slots painted there. What others refer to is kept and reported: a step, posting or
// person with interviews, a track or assessment in use, an import that somebody was told of. Slots of an interviewer
// who stays assigned are never removed.
//
// Errors that the file's author can mend are models.Errors that name the entry: [models.Invalid] for a reference to
// nothing, [models.Conflict] where an entry contradicts what is stored.
func (s *Store) Apply(ctx context.Context, setup models.Setup, o ApplyOptions) (Applied, error) {
	var out Applied
	err := s.tx(ctx, func(tx *gorm.DB) error {
		a := &applier{store: s, tx: tx, setup: setup, prune: o.Prune, now: s.Now()}
		if err := a.run(); err != nil {
			return err
		}
		out = a.out
		return nil
	})
	if err != nil {
		return Applied{}, wrap("apply "+setup.Organization.Slug, err)
	}
	return out, nil
}

// applier is one run of Apply in its transaction.
type applier struct {
	store *Store
	tx    *gorm.DB
	setup models.Setup
	prune bool
	now   time.Time
	out   Applied

	org         models.Organization
	assessments map[string]models.Assessment // by key, those that are only in the database too
	postings    map[string]*postingState     // likewise
	kinds       []string                     // of what did not change, in the order they came up
	unchanged   map[string]int
}

func (a *applier) run() error {
	a.unchanged = map[string]int{}
	a.out = Applied{Assessments: map[string]string{}, Postings: map[string]AppliedPosting{},
		Imports: map[string]string{}, Submissions: map[string]string{}}
	if err := a.store.dialect.lock(a.tx, "apply\x00"+a.setup.Organization.Slug); err != nil {
		return wrap("lock", err)
	}
	for _, step := range []struct {
		doing string
		do    func() error
	}{
		{"organization", a.applyOrganization},
		{"interviewers", a.applyPeople},
		{"assessments", a.applyAssessments},
		{"postings", a.applyPostings},
		{"assigned interviewers", a.applyInterviewers},
		{"imports", a.applyImports},
		{"submissions", a.applySubmissions},
		{"prune", a.applyPrune},
	} {
		if err := step.do(); err != nil {
			return wrap(step.doing, err)
		}
	}
	a.summarize()
	return nil
}

func (a *applier) note(format string, args ...any) {
	a.out.Changes = append(a.out.Changes, fmt.Sprintf(format, args...))
}

func (a *applier) same(kind string) {
	if a.unchanged[kind]++; a.unchanged[kind] == 1 {
		a.kinds = append(a.kinds, kind)
	}
}

func (a *applier) summarize() {
	var counts []string
	for _, k := range a.kinds {
		n, plural := a.unchanged[k], "s"
		if n == 1 {
			plural = ""
		}
		counts = append(counts, fmt.Sprintf("%d %s%s", n, k, plural))
	}
	if len(counts) > 0 {
		a.note("unchanged: %s", strings.Join(counts, ", "))
	}
}

// column is a column with the value to write.
type column struct {
	name  string
	value any
}

// put inserts the row, updates it where it is not the same, or leaves it alone, and notes which. The first keys columns
// find the row.
func (a *applier) put(kind, name, table string, exists, same bool, keys int, row []column) error {
	switch {
	case !exists:
		a.note("created %s %s", kind, name)
		return wrap("insert "+kind+" "+name, insertRow(a.tx, table, row))
	case same:
		a.same(kind)
		return nil
	}
	a.note("updated %s %s", kind, name)
	return wrap("update "+kind+" "+name, updateRow(a.tx, table, keys, row))
}

func insertRow(tx *gorm.DB, table string, row []column) error {
	names, values := split(row)
	return tx.Exec("insert into "+table+" ("+strings.Join(names, ", ")+") values "+placeholders(1, len(names)),
		values...).Error
}

// updateRow writes the row that the first keys columns find.
func updateRow(tx *gorm.DB, table string, keys int, row []column) error {
	names, values := split(row)
	return tx.Exec("update "+table+" set "+assignments(names[keys:])+" where "+strings.Join(names[:keys], " = ? and ")+
		" = ?",
		slices.Concat(values[keys:], values[:keys])...).Error
}

func split(row []column) (names []string, values []any) {
	for _, c := range row {
		names, values = append(names, c.name), append(values, c.value)
	}
	return names, values
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// orNull is the value of a column that holds null for "".
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
