package setups

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/store/internal/db"
)

// Options change what [Store.Apply] does.
type Options struct {
	Prune bool // remove what the file does not name, see Apply
}

// Applied has the ids of the file's entries, by their keys, as `litmus apply --json` prints them.
type Applied struct {
	Organization string                    `json:"organization"`
	Assessments  map[string]string         `json:"assessments"`
	Postings     map[string]AppliedPosting `json:"postings"`
	Imports      map[string]string         `json:"imports"`     // interview ids
	Submissions  map[string]string         `json:"submissions"` // submission ids
	Kept         []KeptRecord              `json:"kept"`        // records that the file names and did not touch
	Changes      []string                  `json:"-"`           // one line for each change, for people
}

// AppliedPosting is a posting with the tracks that are in the file.
type AppliedPosting struct {
	ID     string                  `json:"id"`
	Tracks map[string]AppliedTrack `json:"tracks"`
}

// KeptRecord is a record of the file that was left as it is: it is kept in the dashboard (D24), or its candidate is
// being erased.
type KeptRecord struct {
	Kind string `json:"kind"` // such as posting
	Key  string `json:"key"`
}

// AppliedTrack is a track with the round ids of the steps that are in the file.
type AppliedTrack struct {
	ID    string            `json:"id"`
	Steps map[string]string `json:"steps"`
}

// Apply writes an organization as its file declares it, in one transaction: all of it or nothing. Entries are
// recognized by their keys, so that a file can be applied again: what did not change is not written, and keeps its id
// and updated_at. The file overrides what is stored, with four exceptions. Painted slots are added to the stored ones,
// and so are absences of those who are no people of the organization. The name of a candidate is set only if it is
// empty. Of an import only those parts are written that changed in the file since it was last applied, so that later
// changes stay; a canceled import stays canceled. A member of a pool is written likewise, whose interviews count on.
//
// Only records of the file's origin are written and removed. Those that the dashboard made or took over stay as they
// are, and the result names those of them that the file names too (D24). Entries may refer to them. Imports and
// submissions of a candidate who is being erased are left and named likewise.
//
// The file's admins and recruiters are written as members, and members of its origin who are no longer among them are
// removed.
//
// What else is not in the file stays: entries that were removed from it, and empty fields of people and assignments,
// which REST and pages write too. Prune clears those fields and removes those entries, also the assignments of
// interviewers with their painted slots. Entries that are still referred to are kept and reported: a step, posting or
// person with interviews, a pool, track or assessment in use, an import that somebody was told of. Slots of somebody
// who stays assigned are never removed.
//
// Errors that the author of the file can correct are [models.Error]s that name the entry: [models.Invalid] for a
// reference to nothing, [models.Conflict] if an entry contradicts what is stored.
func (s *Store) Apply(ctx context.Context, setup setup.Setup, o Options) (Applied, error) {
	var out Applied
	err := s.db.Tx(ctx, func(tx *gorm.DB) error {
		a := &applier{store: s, tx: tx, setup: setup, prune: o.Prune, now: s.db.Now(), fresh: map[string]bool{},
			namedPools: map[string]bool{}}
		if err := a.run(); err != nil {
			return err
		}
		out = a.out
		return s.db.Note(act.By{Actor: models.Actor{Kind: models.ActorFile}}, tx, a.org.ID, a.changes...)
	})
	if err != nil {
		return Applied{}, db.Wrap("apply "+setup.Organization.Slug, err)
	}
	return out, nil
}

// applier is one run of [Store.Apply] in its transaction.
type applier struct {
	store *Store
	tx    *gorm.DB
	setup setup.Setup
	prune bool
	now   time.Time
	out   Applied

	org         models.Organization
	pools       map[string]models.Pool         // by key, those that are only in the database too
	counted     time.Time                      // the organization's time at which trainees' interviews are counted
	namedPools  map[string]bool                // ids of those that the file keeps and names
	assessments map[string]db.AssessmentRecord // by key, likewise
	postings    map[string]*postingState       // likewise
	taken       map[KeptRecord]bool            // what the dashboard took over, also if it was removed since
	kinds       []string                       // of what did not change, in the order they came up
	unchanged   map[string]int
	reordered   int // steps that the file does not name and that have another place now

	unseated []string // addresses that may be no member's any more
	regraded []string // addresses of members with another role

	vacancies []booking.Vacancy // by absences and pauses that the run changed

	changes []models.Change // for the histories
	fresh   map[string]bool // ids of the records that this run makes
}

func (a *applier) run() error {
	a.unchanged = map[string]int{}
	a.out = Applied{Assessments: map[string]string{}, Postings: map[string]AppliedPosting{},
		Imports: map[string]string{}, Submissions: map[string]string{}, Kept: []KeptRecord{}}
	if err := a.store.db.Dialect.Lock(a.tx, db.ApplyKey(a.setup.Organization.Slug)); err != nil {
		return db.Wrap("lock", err)
	}
	for _, step := range []struct {
		doing string
		do    func() error
	}{
		{"organization", a.applyOrganization},
		{"interviewers", a.applyPeople},
		{"absences", a.applyAbsences},
		{"members", a.applyMembers},
		{"pools", a.applyPools},
		{"assessments", a.applyAssessments},
		{"postings", a.applyPostings},
		{"recruiters", a.applyRecruiters},
		{"assigned interviewers", a.applyInterviewers},
		{"imports", a.applyImports},
		{"submissions", a.applySubmissions},
		{"prune", a.applyPrune},
		{"seats", a.fillVacancies},
		{"watchers", a.dropWatchers},
		{"sessions", a.endSessions},
	} {
		if err := step.do(); err != nil {
			return db.Wrap(step.doing, err)
		}
	}
	a.summarize()
	return nil
}

func (a *applier) note(format string, args ...any) {
	a.out.Changes = append(a.out.Changes, fmt.Sprintf(format, args...))
}

// leaves reports whether the file leaves the record alone: it is kept in the dashboard, or was taken over there and
// removed since. origin is "" for a record that does not exist.
func (a *applier) leaves(kind, key, origin string) bool {
	if origin == models.OriginFile || origin == "" && !a.taken[KeptRecord{kind, key}] {
		return false
	}
	it := "it is"
	if kind == "member" || kind == "interviewer" {
		it = "they are"
	}
	if origin == "" {
		a.note("left out %s %s: %s kept in the dashboard, and removed there", kind, key, it)
	} else {
		a.note("kept %s %s: %s kept in the dashboard", kind, key, it)
	}
	a.out.Kept = append(a.out.Kept, KeptRecord{kind, key})
	return true
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

// put inserts the record, updates it where it is not the same, or leaves it alone, and notes which.
func (a *applier) put(kind, name string, exists, same bool, record any) error {
	switch {
	case !exists:
		a.note("created %s %s", kind, name)
		a.added(record)
		return db.Wrap("insert "+kind+" "+name, a.tx.Create(record).Error)
	case same:
		a.same(kind)
		return nil
	}
	a.note("updated %s %s", kind, name)
	if err := a.edited(record); err != nil {
		return db.Wrap("compare "+kind+" "+name, err)
	}
	return db.Wrap("update "+kind+" "+name, a.tx.Select("*").Updates(record).Error)
}
