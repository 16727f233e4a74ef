package store_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/erasure"
	"litmus/store/effects"
	"litmus/store/erasures"
	"litmus/testdb"
)

// canary is a name that nothing else has; it is in every value that is planted.
const (
	canary      = "zzcanaryzz"
	canaryEmail = canary + "@erased.example"
)

// TestEveryColumnIsListed: a column of text or bytes is among those that an erasure overwrites, or it is said that it
// names no candidate.
func TestEveryColumnIsListed(t *testing.T) {
	t.Parallel()
	organizations{bolt()}.each(t, func(t *testing.T, f *fixture) {
		columns := f.textColumns()
		if len(columns) < 100 {
			t.Fatalf("only %d columns were found", len(columns))
		}
		for _, c := range erasures.Unlisted(columns) {
			t.Errorf("%s: does it name a candidate? Say so in store/erasures/tables.go", c)
		}
		if got := erasures.Unlisted([]string{"candidates.nickname"}); len(got) != 1 {
			t.Errorf("a new column passes: %v", got)
		}
	})
}

// textColumns are the columns of the database that hold text or bytes, as "table.column".
func (f *fixture) textColumns() (columns []string) {
	f.t.Helper()
	q := `select m.name || '.' || c.name from sqlite_master m join pragma_table_info(m.name) c
		where m.type = 'table' and lower(c.type) in ('text', 'blob') and m.name not like 'sqlite_%'`
	if strings.HasPrefix(f.url, "postgres") {
		q = `select table_name || '.' || column_name from information_schema.columns
			where table_schema = current_schema() and data_type in ('text', 'bytea', 'json', 'jsonb')`
	}
	f.must(f.Query(ctx, &columns, q))
	return columns
}

// planted is somebody with a row in every table, whose every value is a canary.
func (f *fixture) planted() (live, home models.Ref, past models.Interview) {
	f.t.Helper()
	o := f.order(canaryEmail, at(13, 0))
	o.CandidateName = canary
	past = f.book(o)
	f.clock.Set(at(16, 0))
	live = models.Ref{OrgID: f.org.ID, ID: past.CandidateID}
	home = models.Ref{OrgID: f.org.ID, ID: f.invited(f.inviteTo("takehome", canaryEmail)).Candidate.ID}
	f.done(f.Candidates.StartAssessment(ctx, home))
	_, handed := must2(f.Candidates.Submit(ctx, home, candidacy.Answer{Text: canary}, nil))(f.t)
	submission := handed.ID
	f.exec("update interviews set call_ended_at = ends_at where id = ?", past.ID)
	f.exec("update candidates set name = ?, invite_note = ?, language = ?, hour_cycle = ? where email = ?", canary,
		canary, canary, canary, canaryEmail)
	f.exec("update interviews set meeting_link = ?, link_hash = ?, link_holder = ?, no_show_note = ?, "+
		"reason = ?, replacement = ?, replacements = ?, held = ? where id = ?", "https://"+canary, canary,
		canary, canary, `{"text":"`+canary+`"}`, `{"why":"`+canary+`"}`, `[{"why":"`+canary+`"}]`,
		`{"before":{"MeetingLink":"`+canary+`"}}`, past.ID)
	f.exec("insert into artifacts (org_id, interview_id, transcript, recording, interviewer_notes) "+
		"values (?, ?, ?, ?, ?)", f.org.ID, past.ID, `"`+canary+`"`, `"`+canary+`"`, `"`+canary+`"`)
	f.exec("insert into imports (org_id, key, interview_id, digest) values (?, ?, ?, ?)", f.org.ID, canary, past.ID,
		`{"x":"`+canary+`"}`)
	f.exec("insert into taken_over (org_id, kind, key, at) values (?, 'import', ?, ?), (?, 'submission', ?, ?)",
		f.org.ID, canary, noon, f.org.ID, canary, noon)
	f.exec("update submissions set key = ?, receipt_zone = ? where id = ?", canary, canary, submission)
	f.exec("insert into files (org_id, id, candidate_id, name, size, type, hash, added_at) "+
		"values (?, 'fil_1', ?, ?, 1, 'text/plain', '0f', ?)", f.org.ID, home.ID, canary, noon)
	f.exec("update answers set text = ?, links = ? where candidate_id = ?", canary, `["https://`+canary+`"]`, home.ID)
	f.exec("insert into grades (org_id, submission_id, version, notes, actor_kind, actor_id, created_at) "+
		"values (?, ?, 1, ?, 'member', ?, ?)", f.org.ID, submission, canary, alan, noon)
	f.exec("insert into accommodations (org_id, candidate_id, text, asked_at) values (?, ?, ?, ?)", f.org.ID, live.ID,
		canary, noon)
	f.exec("insert into proposals (org_id, candidate_id, times, last_end, zone, note, proposed_at, proposed) "+
		"values (?, ?, '[]', ?, 'UTC', ?, ?, 1)", f.org.ID, live.ID, noon, canary, noon)
	f.exec("update history set details = ? where subject_id in (?, ?)", `[{"field":"because","after":"`+canary+`"}]`,
		live.ID, past.ID)
	f.exec("insert into committed_plans (org_id, id, key_id, tool, interview_id, candidate_id, submission_id, "+
		"committed_at) values (?, 'p', 'k', 't', ?, ?, '', ?)", f.org.ID, past.ID, live.ID, noon)
	for _, e := range []effect.Entry{
		{Target: effect.MailTarget(effect.RoleCandidate, canaryEmail), Kind: effect.LetterConfirmation},
		{Target: effect.TargetNotetaker, Kind: effect.NotetakerInvited}} {
		e.OrgID, e.InterviewID, e.Revision, e.Start, e.Stamp = f.org.ID, past.ID, 1, past.StartsAt, noon
		f.done(f.Effects.Intend(ctx, e, 1, time.Minute))
		e.State, e.Detail, e.ProviderID, e.ETag, e.MeetingLink = effect.Done, canary, canary, canary, canary
		f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
	}
	return live, home, past
}

// TestErasure plants a canary in every column that may name a person, erases the person, and looks for it in every
// table, and on SQLite in the file. What another person has stays as it is.
func TestErasure(t *testing.T) {
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		other := f.book(f.order(cleo, at(18, 0)))
		live, home, past := f.planted()
		for _, c := range erasures.Named() {
			table, column, _ := strings.Cut(c, ".")
			if f.scalar("select count(*) from "+table+" where "+column+" like '%"+canary+"%'") == 0 {
				t.Errorf("%s has no canary, so the test says nothing of it", c)
			}
		}
		p := must(f.Erasures.Preview(ctx, f.org.ID, canaryEmail))(t)
		verify.Each(t, "the preview", verify.Fields{"len(Records)": {len(p.Records), 2},
			"Interviews": {p.Interviews, 1}, "Copies": {p.Copies, 1}, "len(Entries)": {len(p.Entries), 2},
			"Member": {p.Member, false}, "Underway": {p.Underway, false}})
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), bolt.ID, canaryEmail)), models.NotFound,
			"erasing in another organization")
		told := must(f.Erasures.Person(ctx, f.org.ID, canaryEmail))(t)
		text := string(must(json.Marshal(told))(t))
		for _, want := range []string{"transcript", "accommodations", "proposals", "grades", "history", "effects"} {
			if !strings.Contains(text, `"`+want+`"`) {
				t.Errorf("the export has no %s: %s", want, text)
			}
		}
		if strings.Contains(text, "link_hash") || strings.Contains(text, cleo) {
			t.Errorf("the export has more than it may: %s", text)
		}
		before := f.dump()
		e := must(f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, canaryEmail))(t)
		again := must(f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, canaryEmail))(t)
		if again.ID != e.ID {
			t.Errorf("asked twice, it is %s and %s", e.ID, again.ID)
		}
		f.refused(failure(f.Candidates.Invite(ctx, f.as(models.ActorMember, alan), f.org,
			f.inviteTo("takehome", canaryEmail))), models.Conflict, "inviting who is being erased")
		// The notetaker is still there, so nothing is overwritten yet.
		if done := must(f.Erasures.Carry(ctx, e, nil))(t); done {
			t.Fatal("it is done although a notetaker is owed its dismissal")
		}
		i := f.interview(past.ID)
		if owed := f.owedOutside(i.Interview); len(owed) != 1 || owed[0].Kind != effect.NotetakerDismissed {
			t.Fatalf("owed is %+v, want the dismissal of the notetaker of a session that is over", owed)
		}
		dismissal := effect.EntryOf(i.Interview, f.owedOutside(i.Interview)[0])
		f.intends("dismissing", dismissal, i.Revision, effects.IntentWritten, 1)
		f.settles(dismissal, effect.Done, effects.MadeLink{})
		// A process that is killed before the rows are overwritten leaves all of it to the next one.
		killed := func(erasures.Kept) ([]erasure.Remaining, error) { return nil, errors.New("killed") }
		if _, err := f.Erasures.Carry(ctx, e, killed); err == nil {
			t.Fatal("it went on without taking the letters away")
		}
		var forgotten []string
		forget := func(k erasures.Kept) ([]erasure.Remaining, error) {
			forgotten = append(forgotten, k.Email+" "+k.Name+" "+namesOf(k.Files))
			return nil, nil
		}
		if done := must(f.Erasures.Carry(ctx, e, forget))(t); !done {
			t.Fatal("it waits though nothing is owed")
		}
		person := canaryEmail + " " + canary + " "
		slices.Sort(forgotten)
		if want := []string{person, person + canary}; !slices.Equal(forgotten, want) {
			t.Errorf("forgotten is %q, want %q", forgotten, want)
		}
		for _, c := range f.textColumns() {
			table, column, _ := strings.Cut(c, ".")
			text := must(f.Text(ctx, "select "+column+" from "+table))(t)
			if strings.Contains(text, canary) {
				t.Errorf("%s still has the canary: %s", c, text)
			}
		}
		after := f.dump()
		for _, table := range []string{"postings", "members", "people", "news"} {
			if before[table] != after[table] {
				t.Errorf("%s changed", table)
			}
		}
		if row := f.interview(past.ID); row.CandidateEmail != models.ErasedEmail(live.ID) ||
			row.CandidateName != "Erased" || !row.UpdatedAt.After(i.UpdatedAt) || row.ID != past.ID {
			t.Errorf("the interview is %+v", row)
		}
		if row := f.interview(other.ID); row.CandidateEmail != cleo || row.CanceledAt != nil ||
			row.Revision != other.Revision {
			t.Errorf("another person's interview became %+v", row)
		}
		if n := f.scalar("select count(*) from erasures where done_at is not null and email = ''"); n != 1 {
			t.Errorf("%d erasures are done", n)
		}
		if open := must(f.Erasures.Open(ctx, nil))(t); len(open) > 0 {
			t.Errorf("open are %+v", open)
		}
		f.refused(failure(f.Candidates.RevokeLinks(ctx, f.as(models.ActorMember, alan), home)), models.Conflict,
			"changing who was erased")
		f.refused(f.Bookings.PutArtifacts(ctx, f.as(models.ActorMember, alan), models.Ref{OrgID: f.org.ID, ID: past.ID},
			booking.Artifacts{InterviewerNotes: &booking.InterviewerNotes{}}), models.Conflict, "storing artifacts")
		// The same address applies again: that is another record.
		if c := f.invited(f.inviteTo("takehome", canaryEmail)).Candidate; c.ID == home.ID || c.Email != canaryEmail {
			t.Errorf("a new application got %+v", c)
		}
		if path, is := strings.CutPrefix(f.url, "sqlite:"); is {
			f.exec("delete from candidates where email = ?", canaryEmail)
			f.exec("pragma wal_checkpoint(truncate)")
			for _, file := range []string{path, path + "-wal"} {
				if b, err := os.ReadFile(file); err == nil && bytes.Contains(b, []byte(canary)) {
					t.Errorf("%s still has the canary", file)
				}
			}
		}
	})
}

// TestErasurePatience: an erasure does not wait for a calendar that is gone for longer than a day, and says what stays.
func TestErasurePatience(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		f.planted()
		e := must(f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, canaryEmail))(t)
		f.clock.Set(e.AskedAt.Add(erasure.Patience - time.Second))
		if must(f.Erasures.Carry(ctx, e, nil))(t) {
			t.Error("it did not wait")
		}
		f.clock.Set(e.AskedAt.Add(erasure.Patience))
		if !must(f.Erasures.Carry(ctx, e, nil))(t) {
			t.Error("it waits for ever")
		}
		list := must(f.Erasures.List(ctx, f.org.ID))(t)
		if len(list) != 1 || len(list[0].Remaining) != 1 || list[0].Remaining[0].Kind != effect.NotetakerInvited {
			t.Errorf("listed is %+v", list)
		}
	})
}

// TestErasuresAfterRestore: the register that is kept beside the backups erases again who is there again, in a database
// that never heard of it, and nobody who applied since.
func TestErasuresAfterRestore(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url, inviting())
		f.planted()
		e := must(f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, canaryEmail))(t)
		register := must(f.Erasures.Register(ctx))(t)
		text := string(must(json.Marshal(register))(t))
		if strings.Contains(text, canary) || len(register.Erasures) != 1 || len(register.Keys) != 1 {
			t.Fatalf("the register is %s", text)
		}
		// What a backup from before has: neither the erasure nor its key.
		f.exec("delete from erasures")
		f.exec("delete from erasure_keys")
		f.exec("update candidates set erasure = ''")
		f.exec("update interviews set erasure = ''")
		applied := must(f.Erasures.ApplyRegister(ctx, register))(t)
		if want := []erasures.Again{{OrgID: f.org.ID, Email: canaryEmail}}; !slices.Equal(applied, want) {
			t.Fatalf("applied, it names %+v, want %+v", applied, want)
		}
		once := must(f.Erasures.Ask(ctx, f.as(models.ActorOperator, ""), f.org.ID, canaryEmail))(t)
		if once.Hash != e.Hash {
			t.Error("the hash of the same address is another one")
		}
		f.clock.Set(once.AskedAt.Add(erasure.Patience))
		if !must(f.Erasures.Carry(ctx, once, nil))(t) {
			t.Fatal("it is not carried out")
		}
		f.clock.Set(once.AskedAt.Add(2 * erasure.Patience))
		f.invited(f.inviteTo("takehome", canaryEmail))
		if again := must(f.Erasures.ApplyRegister(ctx, register))(t); len(again) > 0 {
			t.Errorf("who applied since is erased again: %+v", again)
		}
		register.Keys = nil
		f.refused(failure(f.Erasures.ApplyRegister(ctx, register)), models.Invalid, "a damaged register")
	})
}

// TestErasuresPageOn: those that wait do not hold up those that were asked for later.
func TestErasuresPageOn(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		f.planted()
		e := must(f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, canaryEmail))(t)
		for n := range erasures.MostOpen {
			f.exec("insert into erasures (org_id, id, email, key_id, hash, actor_kind, actor_id, asked_at) "+
				"select org_id, ?, ?, key_id, hash, actor_kind, actor_id, asked_at from erasures where id = ?",
				fmt.Sprintf("era_!%03d", n), fmt.Sprintf("x%d@x.example", n), e.ID)
		}
		first := must(f.Erasures.Open(ctx, nil))(t)
		if len(first) != erasures.MostOpen {
			t.Fatalf("%d are read at once", len(first))
		}
		last := must(f.Erasures.Open(ctx, &first[len(first)-1]))(t)
		if len(last) != 1 || last[0].ID != e.ID {
			t.Errorf("after them come %+v, want %s", last, e.ID)
		}
	})
}

// TestErasureOfOneWhoAppliedMeanwhile: who applied again while an erasure waits, and asks again, is erased by the same
// one, also when it is about to end. Requests at the same time are one erasure.
func TestErasureOfOneWhoAppliedMeanwhile(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		f.planted()
		ask := func() (erasure.Erasure, error) {
			return f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, canaryEmail)
		}
		var all sync.WaitGroup
		asked := make([]erasure.Erasure, 4)
		for n := range asked {
			all.Go(func() {
				var err error
				if asked[n], err = ask(); err != nil {
					t.Errorf("asked at the same time: %v", err)
				}
			})
		}
		all.Wait()
		e := asked[0]
		other := slices.ContainsFunc(asked, func(x erasure.Erasure) bool { return x.ID != e.ID })
		if other || e.ID == "" {
			t.Errorf("asked at the same time, they are %+v", asked)
		}
		f.clock.Set(e.AskedAt.Add(erasure.Patience))
		again := f.invited(f.inviteTo("week", canaryEmail)).Candidate
		// It is asked for once more between what is decided and what is written.
		done, err := f.Erasures.Carry(ctx, e, func(erasures.Kept) ([]erasure.Remaining, error) {
			x, err := ask()
			if x.ID != e.ID {
				t.Errorf("asked again it is %s, and not %s", x.ID, e.ID)
			}
			return nil, err
		})
		if done || err != nil {
			t.Fatalf("it ends (%t, %v) without a look at the new record", done, err)
		}
		if c := f.candidateRow(again.ID); c.Erasure != models.ErasureAsked || c.State != models.CandidateWithdrawn {
			t.Errorf("the new record is %+v", c)
		}
		if !must(f.Erasures.Carry(ctx, e, nil))(t) {
			t.Fatal("it waits though nothing is owed")
		}
		if n := f.scalar("select count(*) from candidates where email = ?", canaryEmail); n > 0 {
			t.Errorf("%d records have the address still", n)
		}
	})
}

// TestErasureBesideAttempts: what attempts know that are under way while the person is overwritten is not written
// afterwards: not how a letter to the interviewer went, and not the receipt whose intent waited for the erasure.
func TestErasureBesideAttempts(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		_, home, past := f.planted()
		e := must(f.Erasures.Ask(ctx, f.as(models.ActorMember, alan), f.org.ID, canaryEmail))(t)
		f.clock.Set(e.AskedAt.Add(erasure.Patience))
		letter := effect.Entry{OrgID: f.org.ID, InterviewID: past.ID, Kind: effect.LetterConfirmation, Revision: 1,
			Target: effect.MailTarget(effect.RoleInterviewer, alan), MeetingLink: "https://" + canary,
			Start: past.StartsAt, Stamp: noon}
		f.intends("telling the interviewer", letter, f.interview(past.ID).Revision, effects.IntentWritten, 1)
		receipt := effect.Entry{OrgID: f.org.ID, Kind: effect.LetterReceipt, Start: noon, Stamp: noon,
			SubmissionID: query[string](f, "select id from submissions where candidate_id = ?", home.ID),
			Target:       effect.MailTarget(effect.RoleCandidate, canaryEmail)}
		revision := f.candidateRow(home.ID).Revision

		carried, told := make(chan string, 1), make(chan string, 1)
		carry := func() {
			done, err := f.Erasures.Carry(ctx, e, nil)
			carried <- fmt.Sprint(done, err)
		}
		tell := func() {
			outcome, _, err := f.Effects.Intend(ctx, receipt, revision, time.Minute)
			told <- fmt.Sprint(outcome, " ", err)
		}
		if f.Postgres() {
			// The erasure has overwritten the submission, and waits for the history, when the receipt's intent comes.
			f.must(f.Transaction(ctx, func(exec func(string) error) error {
				if err := exec("select 1 from history where subject_id = '" + home.ID + "' for update"); err != nil {
					return err
				}
				go carry()
				f.waitsForLock(carried)
				go tell()
				f.waitForLock(2, told)
				return nil
			}))
		} else { // one after the other: there is one writer
			carry()
			tell()
		}
		if got := <-carried; got != "true <nil>" {
			t.Fatalf("it is carried out: %s", got)
		}
		if got := <-told; got != effects.IntentStale+" <nil>" {
			t.Errorf("the receipt's intent is %s, want it to be stale", got)
		}
		letter.Code, letter.Detail, letter.ProviderID = "smtp_451", canary, canary
		f.settles(letter, effect.Failed, effects.MadeLink{})
		if text := must(f.Text(ctx, "select * from effects"))(t); strings.Contains(text, canary) {
			t.Errorf("the ledger has the canary again: %s", text)
		}
	})
}
