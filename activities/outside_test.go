package activities_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/keyring"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/ports/outbound"
	"litmus/store/availability"
)

var (
	dans = effect.EventTarget(dan)
	evas = effect.EventTarget(eva)
)

const room = "https://meet.example/room"

func TestKeepEvent(t *testing.T) {
	t.Parallel()
	atRoom.visit(t, "one copy, however often it runs, moved in place, handed over, deleted",
		func(t *testing.T, w *town, ref models.Ref) {
			w.did(ref, dans, 1)
			w.did(ref, dans, 0)
			w.did(ref, evas, 0)
			w.holds("dan@acme.example 15:00 #1")
			e := w.google.only(dan)
			if e.ExtendedProperties.Private["litmusUid"] != ref.ID+"@hire.acme.example" || e.Location != room ||
				e.Summary != "Design with Cleo Cand" || !strings.Contains(e.Description, cleo) {
				t.Errorf("the copy is %+v", e)
			}
			id := e.ID
			for n := range 5 {
				w.move(mon(16+n, 0))
				w.did(ref, dans, 1)
				w.holds(fmt.Sprintf("dan@acme.example %d:00 #%d", 16+n, 2+n))
			}
			if e := w.google.only(dan); e.ID != id {
				t.Errorf("it was made anew: %s, was %s", e.ID, id)
			}
			w.reassign(ref, eva)
			w.did(ref, evas, 1)
			w.did(ref, dans, 1)
			w.holds("eva@acme.example 20:00 #7")
			w.reassign(ref, dan)
			w.did(ref, dans, 1)
			w.did(ref, evas, 1)
			w.holds("dan@acme.example 20:00 #8")
			w.cancel(ref)
			w.did(ref, dans, 1)
			w.did(ref, dans, 0)
			w.did(ref, evas, 0)
			w.holds()
			if plan := w.load(ref); len(plan.Failing) != 0 ||
				slices.ContainsFunc(plan.Targets, func(t activities.Target) bool {
					return activities.EventName(t.Name)
				}) {
				t.Errorf("the plan is %+v", plan)
			}
		})
	atRoom.visit(t, "its owner's letters carry no invitation, the candidate's do",
		func(t *testing.T, w *town, ref models.Ref) {
			w.gets(ref, dan).lacks(t, "VCALENDAR")
			w.gets(ref, cleo).says(t, "METHOD:REQUEST")
			w.cancel(ref)
			w.sent(ref, dan, 0)
			w.sent(ref, cleo, 1)
		})
	t.Run("the plan tries the meeting first, then the copy, then the rest", func(t *testing.T) {
		t.Parallel()
		w := openTown(t, func(p *models.Policy) { p.Meeting, p.Notetaker = models.MakerZoom, true })
		ref := w.book()
		plan := w.load(ref)
		var got []string
		for _, x := range plan.Targets {
			got = append(got, fmt.Sprintf("%d %s", x.Step, x.Kind))
		}
		if want := []string{"1 meeting", "2 event", "3 confirmation", "3 briefing"}; !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		w.cancel(ref)
		if plan := w.load(ref); len(plan.Targets) != 0 {
			t.Errorf("nothing was made, and this is owed: %+v", plan.Targets)
		}
	})
	t.Run("where nothing is awaited nothing has a step: what ran before goes on as it did", func(t *testing.T) {
		t.Parallel()
		w := openTown(t, nil)
		w.order.InterviewerEmail = ann
		ref := w.book()
		b, err := json.Marshal(w.load(ref).Targets)
		if w.must(err); strings.Contains(string(b), "Step") {
			t.Errorf("the plan holds %s", b)
		}
	})
	atRoom.visit(t, "a change while it is written is written by the same run",
		func(t *testing.T, w *town, ref models.Ref) {
			w.google.during = func() { w.move(mon(17, 0)) }
			w.did(ref, dans, 2)
			w.holds("dan@acme.example 17:00 #2")
		})
	atRoom.visit(t, "two attempts at once: one works, the other finds it under way",
		func(t *testing.T, w *town, ref models.Ref) {
			w.google.during = func() { w.failsOutside(ref, dans, "attempt_in_flight", 0) }
			w.did(ref, dans, 1)
			var running sync.WaitGroup
			w.move(mon(17, 0))
			for range 8 {
				running.Go(func() { _, _ = w.keep(ref, dans) })
			}
			running.Wait()
			w.holds("dan@acme.example 17:00 #2")
		})
	atRoom.visit(t, "another account, while the old one works and is open, holds what comes",
		func(t *testing.T, w *town, ref models.Ref) {
			w.did(ref, dans, 1)
			w.connects(dan, "its secret", "other@acme.example")
			w.move(mon(16, 0))
			w.did(ref, dans, 1)
			w.holds("dan@acme.example 15:00 #1", "other@acme.example 16:00 #2") // nobody may go into the old one any more
		})
	atRoom.visit(t, "a calendar that is not connected any more is given up",
		func(t *testing.T, w *town, ref models.Ref) {
			_, err := w.db.ExecContext(t.Context(), "delete from calendars")
			w.must(err)
			w.gaveUp(ref, dans, "calendar_gone")
			w.did(ref, dans, 0)
			w.expect(ref, dans, "event failed 1 given up calendar_gone")
		})
	plain.visit(t, "no database: a code, and nothing leaves", func(t *testing.T, w *town, ref models.Ref) {
		_, err := w.db.ExecContext(t.Context(), "create trigger closed before insert "+
			"on effects begin select raise(abort, 'no'); end")
		w.must(err)
		w.failsOutside(ref, dans, "database", 0)
		w.holds()
	})
}

// TestKeepEventFates: every way in which a provider fails, and what becomes of it when it heals: one copy, and none
// once the interview is canceled.
func TestKeepEventFates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, verdict string
		code          string
		after         time.Duration
		given         bool // given up
	}{
		{"down after it was done", "drop", "google_connect", 0, false},
		{"busy, with a delay", "429/7", "google_429", 7 * time.Second, false},
		{"busy until tomorrow: the interview may be near", "429/86400", "google_429", 10 * time.Minute, false},
		{"forbidding", "403", "google_403", 0, true},
		{"refusing the token", "401", "google_401", 0, true},
		{"its grant taken back", "revoked", "google_token_400_invalid_grant", 0, true},
	} {
		atRoom.visit(t, c.name, func(t *testing.T, w *town, ref models.Ref) {
			fails := func() {
				t.Helper()
				if !c.given {
					w.failsOutside(ref, dans, c.code, c.after)
					return
				}
				w.gaveUp(ref, dans, c.code)
				w.did(ref, dans, 0) // not owed until the row changes
			}
			w.google.says(dan, c.verdict)
			fails()
			failing, refused := "event "+w.TargetName(ref.ID, dans)+" "+c.code, []string(nil)
			if c.given {
				failing, refused = failing+" (given up)", []string{c.code}
			}
			if plan := w.load(ref); !slices.Equal(plan.Failing, []string{failing}) ||
				!slices.Equal(plan.Refused, refused) {
				t.Errorf("the plan says %q and %q, want %q and %q", plan.Failing, plan.Refused, failing, refused)
			}
			w.google.says(dan, "")
			if c.given {
				w.move(mon(16, 0))
			}
			w.did(ref, dans, 1)
			if got := w.google.list(); len(got) != 1 {
				t.Fatalf("the calendars hold %v", got)
			}
			w.google.says(dan, c.verdict)
			w.cancel(ref)
			fails()
			w.google.says(dan, "")
			if c.given { // the calendar is connected anew
				w.connects(dan, "another secret", dan)
			}
			w.did(ref, dans, 1)
			w.did(ref, dans, 0)
			w.holds()
			w.owes(w.load(ref), 0)
		})
	}
	atRoom.visit(t, "one that hangs is left when the activity's time is up, and what happened is noted",
		func(t *testing.T, w *town, ref models.Ref) {
			late := expiring{t.Context(), make(chan struct{})}
			w.google.says(dan, "hang")
			w.google.during = func() { close(late.ended) }
			out, err := w.KeepEvent(late, ref, w.TargetName(ref.ID, dans), thu)
			w.failed(dans, "google_timeout", out, err)
			w.expect(ref, dans, "event intent 1 google_timeout")
			if e := w.ledger(ref)[0]; e.LeaseUntil != nil {
				t.Errorf("it is still leased: %+v", e)
			}
		})
	for verdict, code := range map[string]string{"revoked": "google_token_400_invalid_grant", "403": "google_403",
		"404": "google_404", "410": "google_410"} {
		atRoom.visit(t, "turned away, "+code+", is noted with the connection",
			func(t *testing.T, w *town, ref models.Ref) {
				w.google.says(dan, verdict)
				w.gaveUp(ref, dans, code)
				c := w.connection(dan)
				if c.FailingSince == nil || c.Code != code || strings.Contains(c.Detail, "@") || c.Detail == "" {
					t.Errorf("the connection is %+v", c.Connection)
				}
				w.did(ref, dans, 0)
			})
	}
	atRoom.visit(t, "a request that is refused says nothing of the connection",
		func(t *testing.T, w *town, ref models.Ref) {
			w.google.says(dan, "400")
			w.gaveUp(ref, dans, "google_400")
			if c := w.connection(dan); c.FailingSince != nil {
				t.Errorf("the connection is %+v", c.Connection)
			}
		})
}

// TestKeepEventCrashes kills the worker between every provider's yes and its note.
func TestKeepEventCrashes(t *testing.T) {
	t.Parallel()
	atRoom.visit(t, "written, moved and deleted: one copy at most, and in the end none",
		func(t *testing.T, w *town, ref models.Ref) {
			w.dies(ref, dans)
			w.holds("dan@acme.example 15:00 #1")
			w.did(ref, dans, 1)
			w.holds("dan@acme.example 15:00 #1")
			w.move(mon(17, 0))
			w.dies(ref, dans)
			w.did(ref, dans, 1)
			w.holds("dan@acme.example 17:00 #2")
			w.reassign(ref, eva)
			w.dies(ref, dans)
			w.dies(ref, evas)
			w.holds("eva@acme.example 17:00 #3")
			w.did(ref, dans, 1)
			w.did(ref, evas, 1)
			w.cancel(ref)
			w.dies(ref, evas)
			w.holds()
			w.did(ref, evas, 1)
			w.did(ref, evas, 0)
			w.expect(ref, evas, "event done 2", "event_removal done 2")
		})
	atRoom.visit(t, "written and never noted, then canceled: it is found by its UID and deleted",
		func(t *testing.T, w *town, ref models.Ref) {
			w.dies(ref, dans)
			w.cancel(ref)
			w.did(ref, dans, 1)
			w.holds()
		})
	atRoom.visit(t, "a lease of the dead holds others off until it runs out",
		func(t *testing.T, w *town, ref models.Ref) {
			w.forgetful(func() {
				w.failsOutside(ref, dans, "database", 0)
				w.failsOutside(ref, dans, "attempt_in_flight", 0)
				w.cancel(ref) // whatever is owed now: the dead may still be talking to the provider
				w.failsOutside(ref, dans, "attempt_in_flight", 0)
			})
			w.did(ref, dans, 1)
			w.holds()
		})
	plain.visit(t, "the link that the calendar made is not lost", func(t *testing.T, w *town, ref models.Ref) {
		w.dies(ref, dans)
		w.meets(ref, "")
		w.links(ref, dans, 1)
		w.stands(ref, "https://meet.google.example/dan", dan, 2)
	})
}

// TestCalendarLinks: Meet and Teams.
func TestCalendarLinks(t *testing.T) {
	t.Parallel()
	const link = "https://meet.google.example/dan"
	plain.visit(t, "made with the copy, kept across reschedules, resolved anew for another",
		func(t *testing.T, w *town, ref models.Ref) {
			w.links(ref, dans, 1)
			i := w.row(ref)
			verify.Each(t, "the row", verify.Fields{"MeetingLink": {i.MeetingLink, link},
				"LinkSource": {i.LinkSource, models.LinkAutomatic}, "Revision": {i.Revision, 2},
				"AnnounceRevision": {i.AnnounceRevision, 1}, "WokenRevision": {i.WokenRevision, 2},
				"i.UpdatedAt.After(i.CreatedAt)": {i.UpdatedAt.After(i.CreatedAt), true}})
			w.did(ref, dans, 0)
			w.gets(ref, cleo).says(t, link)
			w.move(mon(17, 0))
			w.did(ref, dans, 1)
			w.stands(ref, link, dan, 3)
			w.reassign(ref, eva)
			if i := w.stands(ref, "", eva, 4); !i.Awaits() {
				t.Errorf("reassigned, the row awaits no link: %+v", i)
			}
			w.did(ref, evas, 1)
			w.did(ref, dans, 1)
			w.meets(ref, "https://meet.google.example/eva")
			w.holds("eva@acme.example 17:00 #4")
		})
	plain.visit(t, "late: letters without it are followed by one that has it",
		func(t *testing.T, w *town, ref models.Ref) {
			w.gets(ref, cleo).says(t, "is being made")
			w.did(ref, dans, 1)
			w.gets(ref, cleo).says(t, link)
			w.has(ref, cleo, "changed_details done", "confirmation done")
		})
	plain.visit(t, "refused for good: no letter promises it", func(t *testing.T, w *town, ref models.Ref) {
		w.google.says(dan, "403")
		w.gaveUp(ref, dans, "google_403")
		l := w.gets(ref, cleo)
		l.says(t, "no link to join yet")
		l.lacks(t, "is being made")
	})
	plain.visit(t, "made for one interviewer it never lands on another", func(t *testing.T, w *town, ref models.Ref) {
		w.google.during = func() { w.reassign(ref, eva) }
		out, err := w.keep(ref, dans) // and deletes it again, since Dan is not the interviewer any more
		if err != nil || out.Sent != 2 || out.Changed {
			t.Errorf("got %+v, %v", out, err)
		}
		w.stands(ref, "", eva, 2)
		w.did(ref, evas, 1)
		w.meets(ref, "https://meet.google.example/eva")
		w.holds("eva@acme.example 15:00 #2")
	})
	plain.visit(t, "one that is not ready is asked for again", func(t *testing.T, w *town, ref models.Ref) {
		w.google.pending = 3
		out := w.did(ref, dans, 1)
		if i := w.row(ref); i.MeetingLink != "" || !out.Changed { // who waits for the copy waits for its link too
			t.Fatalf("the row has %q, and %+v", i.MeetingLink, out)
		}
		if plan := w.load(ref); plan.Targets[0].Kind != effect.EventLinked || !plan.Targets[0].Awaited() {
			t.Errorf("the plan is %+v", plan.Targets)
		}
		w.did(ref, dans, 1)
		w.meets(ref, link)
		w.did(ref, dans, 0)
		w.expect(ref, dans, "event done 1", "event_link done 1")
		w.holds("dan@acme.example 15:00 #1")
	})
	plain.visit(t, "one that is none counts as one that is not ready", func(t *testing.T, w *town, ref models.Ref) {
		w.google.place = "https://meet.google.example/" + strings.Repeat("x", 2048)
		w.did(ref, dans, 1)
		w.failsOutside(ref, dans, "calendar_link_pending", 2*time.Second)
		w.meets(ref, "")
	})
	plain.visit(t, "one that never comes is given up after a while, and the copy stays",
		func(t *testing.T, w *town, ref models.Ref) {
			w.google.pending = 1 << 30
			w.did(ref, dans, 1)
			for n := 1; n < activities.LinkTries; n++ {
				w.failsOutside(ref, dans, "calendar_link_pending", min(time.Second<<n, 64*time.Second))
			}
			w.gaveUp(ref, dans, "calendar_link_pending")
			w.did(ref, dans, 0)
			w.holds("dan@acme.example 15:00 #1")
			w.cancel(ref)
			w.did(ref, dans, 1)
			w.holds()
		})
}

func TestKeepMeeting(t *testing.T) {
	t.Parallel()
	zoom.visit(t, "made, shown by the copy, moved with its link, kept by another interviewer, deleted with the "+
		"interview", func(t *testing.T, w *town, ref models.Ref) {
		w.links(ref, effect.TargetMeeting, 1)
		w.did(ref, effect.TargetMeeting, 0)
		if i := w.row(ref); i.MeetingLink != "https://zoom.example/1" || i.LinkSource != models.LinkAutomatic {
			t.Errorf("the row is %+v", i)
		}
		w.did(ref, dans, 1)
		if e := w.google.only(dan); e.Location != "https://zoom.example/1" || e.wanted {
			t.Errorf("the copy is %+v", e)
		}
		m := w.meetings.made[ref.ID].m
		if m.Title != "Design with Acme" || !m.Start.Equal(mon(15, 0)) || m.Duration != time.Hour ||
			m.Zone != "America/New_York" {
			t.Errorf("the meeting is %+v", m)
		}
		w.move(mon(17, 0))
		w.meets(ref, "https://zoom.example/1")
		w.did(ref, effect.TargetMeeting, 1)
		if m := w.meetings.made[ref.ID].m; !m.Start.Equal(mon(17, 0)) || w.meetings.count != 1 {
			t.Errorf("the meeting is %+v, of %d", m, w.meetings.count)
		}
		w.reassign(ref, eva)
		w.did(ref, effect.TargetMeeting, 0)
		w.meets(ref, "https://zoom.example/1")
		w.cancel(ref)
		w.did(ref, effect.TargetMeeting, 1)
		w.left(0, 0)
	})
	zoom.visit(t, "the worker dies before it is noted: the same meeting, and its link",
		func(t *testing.T, w *town, ref models.Ref) {
			w.dies(ref, effect.TargetMeeting)
			w.did(ref, effect.TargetMeeting, 1)
			if i := w.row(ref); i.MeetingLink != "https://zoom.example/1" || w.meetings.count != 1 {
				t.Errorf("it meets at %q, of %d meetings", i.MeetingLink, w.meetings.count)
			}
			w.cancel(ref)
			w.dies(ref, effect.TargetMeeting)
			w.did(ref, effect.TargetMeeting, 1)
		})
	zoom.visit(t, "the row changes while it is made: the link lands on the newest",
		func(t *testing.T, w *town, ref models.Ref) {
			w.meetings.during = func() { w.reassign(ref, eva) }
			w.links(ref, effect.TargetMeeting, 2)
			w.stands(ref, "https://zoom.example/1", eva, 3)
		})
	zoom.visit(t, "its refusals have their fates too", func(t *testing.T, w *town, ref models.Ref) {
		w.meetings.fails = &outbound.Failure{Fate: outbound.Retry, Code: "zoom_429", After: 90 * time.Second}
		w.failsOutside(ref, effect.TargetMeeting, "zoom_429", 90*time.Second)
		w.meetings.fails = &outbound.Failure{Fate: outbound.GiveUp, Code: "zoom_404_1001"}
		w.gaveUp(ref, effect.TargetMeeting, "zoom_404_1001")
		w.expect(ref, effect.TargetMeeting, "meeting failed 2 given up zoom_404_1001")
	})
	zoom.visit(t, "the service's own credentials are refused until somebody mends them: then it is made",
		func(t *testing.T, w *town, ref models.Ref) {
			w.meetings.fails = &outbound.Failure{Fate: outbound.Revoked, Status: 401, Code: "zoom_token_401",
				Text: "Invalid client secret"}
			w.failsOutside(ref, effect.TargetMeeting, "zoom_token_401", 10*time.Minute)
			w.expect(ref, effect.TargetMeeting, "meeting intent 1 zoom_token_401")
			w.meetings.fails = nil
			w.did(ref, effect.TargetMeeting, 1)
			w.meets(ref, "https://zoom.example/1")
		})
	zoom.visit(t, "a link that is none is not taken", func(t *testing.T, w *town, ref models.Ref) {
		w.meetings.made[ref.ID] = &made{"1", "javascript:alert(1)", meeting.Meeting{}}
		if out := w.did(ref, effect.TargetMeeting, 1); out.Changed {
			t.Errorf("got %+v, the row has %q", out, w.row(ref).MeetingLink)
		}
	})
}

func TestKeepNotetaker(t *testing.T) {
	t.Parallel()
	only := func(t *testing.T, w *town) notetaker.Session {
		t.Helper()
		if len(w.notetaker.sessions) != 1 {
			t.Fatalf("there are %d notetakers: %v", len(w.notetaker.sessions), w.notetaker.sessions)
		}
		for _, s := range w.notetaker.sessions {
			return s
		}
		panic("none")
	}
	dismissed := func(w *town, ref models.Ref) error { _, err := w.DismissNotetaker(w.t.Context(), ref); return err }
	noted.visit(t, "asked into the meeting, told of changes, sent away", func(t *testing.T, w *town, ref models.Ref) {
		w.did(ref, effect.TargetNotetaker, 1)
		w.did(ref, effect.TargetNotetaker, 0)
		s := only(t, w)
		token, ok := strings.CutPrefix(s.Callback, "https://hire.acme.example/callbacks/notetaker/")
		id, _, genuine := w.Store.Secret().ReadLink(keyring.LinkNotetaker, token)
		if !ok {
			t.Fatalf("the session is %+v", s)
		}
		verify.Each(t, "the session", verify.Fields{"ID": {s.ID, ref.ID}, "Link": {s.Link, room},
			"Start": {s.Start, mon(15, 0)}, "Duration": {s.Duration, time.Hour}, "genuine": {genuine, true},
			"id": {id, ref.OrgID + "/" + ref.ID}})
		w.move(mon(17, 0))
		w.did(ref, effect.TargetNotetaker, 1)
		if s := only(t, w); !s.Start.Equal(mon(17, 0)) || w.notetaker.count != 1 {
			t.Errorf("the session is %+v", s)
		}
		w.cancel(ref)
		w.did(ref, effect.TargetNotetaker, 1)
		w.left(0, 0)
	})
	noted.visit(t, "sent away before a replace, asked back when that is refused, as often as it takes",
		func(t *testing.T, w *town, ref models.Ref) {
			w.must(dismissed(w, ref))
			w.did(ref, effect.TargetNotetaker, 1) // none had been asked: there was nothing to send away
			for range 3 {
				w.must(dismissed(w, ref))
				w.must(dismissed(w, ref))
				w.left(0, 0)
				if i := w.row(ref); i.Revision != 1 || i.ConvergedRevision == 1 {
					t.Errorf("the sweep would not find who asks it back: %+v", i)
				}
				w.did(ref, effect.TargetNotetaker, 1)
				only(t, w)
			}
		})
	noted.visit(t, "one that cannot be sent away: a code, and it stays wanted",
		func(t *testing.T, w *town, ref models.Ref) {
			w.did(ref, effect.TargetNotetaker, 1)
			var app *temporal.ApplicationError
			w.notetaker.fails = &outbound.Failure{Fate: outbound.Retry, Code: "notetaker_503"}
			if err := dismissed(w, ref); !errors.As(err, &app) || app.Type() != "notetaker_503" || app.NonRetryable() {
				t.Errorf("got %v", err)
			}
			w.notetaker.fails = &outbound.Failure{Fate: outbound.GiveUp, Code: "notetaker_403"}
			if err := dismissed(w, ref); !errors.As(err, &app) || app.Type() != "notetaker_403" || !app.NonRetryable() {
				t.Errorf("got %v", err)
			}
			w.notetaker.fails = nil
			w.must(dismissed(w, ref))
			w.did(ref, effect.TargetNotetaker, 1)
			only(t, w)
		})
	noted.visit(t, "the worker dies after the invitation: its id is found again to send it away",
		func(t *testing.T, w *town, ref models.Ref) {
			w.dies(ref, effect.TargetNotetaker)
			w.cancel(ref)
			w.did(ref, effect.TargetNotetaker, 1)
			w.left(0, 0)
		})
	noted.visit(t, "an interview that is not there has none to dismiss", func(_ *testing.T, w *town, ref models.Ref) {
		w.must(dismissed(w, models.Ref{OrgID: ref.OrgID, ID: "int_none"}))
	})
}

// TestOutsideNothingPersonal: what goes to Temporal and to the log names nobody and nowhere.
func TestOutsideNothingPersonal(t *testing.T) {
	t.Parallel()
	w := openTown(t, func(p *models.Policy) { p.Meeting, p.Notetaker = models.MakerZoom, true })
	ref := w.book()
	var given overheard
	all := func() {
		given.note(w.Load(t.Context(), ref, thu))
		for _, target := range []string{effect.TargetMeeting, dans, evas, effect.TargetNotetaker} {
			given.note(w.keep(ref, target))
		}
	}
	w.google.says(dan, "400")
	all()
	w.google.says(dan, "503")
	w.reassign(ref, eva)
	all()
	w.reassign(ref, dan)
	w.meetings.fails = &outbound.Failure{Fate: outbound.Retry, Code: "zoom_503", Text: "down"}
	w.notetaker.fails = &outbound.Failure{Fate: outbound.Retry, Code: "notetaker_503", Text: "down"}
	all()
	given.note(w.DismissNotetaker(t.Context(), ref))
	w.cancel(ref)
	all()
	given.tells(t, w.post, []string{"google_400", "google_503", `"event:`, "notetaker_503"},
		"cleo", "Cleo", "dan", "eva", "http", "example")
	for _, e := range w.ledger(ref) {
		if strings.ContainsAny(e.Detail, "@") || strings.Contains(e.Detail, "http") {
			t.Errorf("the ledger keeps %q", e.Detail)
		}
	}
}

// only is the one event of an owner.
func (g *google) only(owner string) event {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range g.events[owner] {
		if !e.gone {
			return *e
		}
	}
	return event{}
}

func (w *town) connection(email string) availability.Connected {
	w.t.Helper()
	c, err := w.Store.Availability.ConnectionOf(w.t.Context(), w.org.ID, email)
	w.must(err)
	return c
}
