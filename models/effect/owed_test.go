package effect_test

import (
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/setup"
)

// In these tests Ann's interview with Cleo, who was not known before, is booked on Thursday at noon for Monday at
// 15:00, by Cleo's email.

func TestOwedLetters(t *testing.T) {
	t.Parallel()
	desk.Plays(t, map[string]string{
		"a booking: confirmation and briefing, with the assessment link for a new candidate": `
			book 15:00 ann: cleo confirmation 15:00 +assessment, ann briefing 15:00
			again: nothing`,
		"no assessment link for a candidate who was known": `
			known
			book 15:00 ann own: cleo confirmation 15:00, ann briefing 15:00`,
		"a replace: both again, even if nothing looks different": `
			told ann
			move 15:00: cleo confirmation 15:00, ann briefing 15:00
			move 17:00: cleo changed_time 17:00 not 15:00, ann changed_time 17:00 not 15:00`,
		"two changes before anything left: one letter, and it tells nobody of a changed time who was never told": `
			book 15:00 ann
			move 16:00
			move 17:00: cleo confirmation 17:00 +assessment, ann briefing 17:00`,
		"two moves after the first letters: one letter that compares with what was told": `
			told ann
			move 16:00
			move 17:00: cleo changed_time 17:00 not 15:00, ann changed_time 17:00 not 15:00`,
		"a replace with another interviewer: the old one is told it is off": `
			told ann
			book 17:00 cho: cleo changed_time 17:00 not 15:00, cho briefing 17:00, ann cancellation 15:00`,
		"a meeting link that comes late: a letter to those who lacked it": `
			book 15:00 cho own: cleo confirmation 15:00 +assessment, cho briefing 15:00
			arrives https://meet.example/auto: cleo changed_details 15:00, cho changed_details 15:00`,
		"ended by call: nobody is told of what is over": `
			book 15:00 ann
			at 15:20
			end call: nothing`,
		"the window closed before the letters could leave: nobody is told": `
			book 15:00 ann
			at 16:00: nothing`,
		"a start in the past is told while the session is open": `
			at 15:30
			book 15:00 ann own: cleo confirmation 15:00 +assessment, ann briefing 15:00`,
	})
	t.Run("an unused link owes nothing (§3)", func(t *testing.T) {
		i := desk.External()
		i.InterviewerEmail, i.AnnounceRevision = desk.Ann, 1
		if got := effect.Owed(i, desk.Cleo, nil, models.DefaultPolicy, desk.Thu); got != nil {
			t.Errorf("got %v", got)
		}
	})
}

// TestOwedPanel: everybody of a panel is told of what touches them, and nobody else is (P9).
func TestOwedPanel(t *testing.T) {
	t.Parallel()
	desk.Plays(t, map[string]string{
		"each is briefed, moved and reminded, and told that it is off": `
			told ann
			panel ann bob cho: bob briefing 15:00, cho briefing 15:00
			again: nothing
			at 14:30: ann reminder_1h 15:00, bob reminder_1h 15:00, cho reminder_1h 15:00, cleo reminder_1h 15:00
			cancel: ann cancellation 15:00, bob cancellation 15:00, cho cancellation 15:00, cleo cancellation 15:00`,
		"one seat has somebody else: only the two hear of it": `
			told ann
			panel ann bob: bob briefing 15:00
			panel ann cho: cho briefing 15:00, bob cancellation 15:00`,
		"another lead, who was in it: both of them read who leads, and the third does not": `
			told ann
			panel ann bob cho: bob briefing 15:00, cho briefing 15:00
			panel bob ann cho: ann briefing 15:00, bob briefing 15:00`,
		"the lead is handed over to one of the panel, whose place stays empty": `
			told ann
			panel ann bob cho: bob briefing 15:00, cho briefing 15:00
			reassign bob: bob briefing 15:00, ann cancellation 15:00`,
		"a copy in a calendar stands for the invitation of each": `
			calendar bob caldav
			told ann
			panel ann bob: bob briefing 15:00 (no invitation)
			cancel: ann cancellation 15:00, cleo cancellation 15:00`,
		"a booking anew without a panel has none": `
			told ann
			panel ann bob: bob briefing 15:00
			book 15:00 ann: cleo confirmation 15:00, ann briefing 15:00, bob cancellation 15:00`,
	})
}

func TestOwedReassign(t *testing.T) {
	t.Parallel()
	desk.Plays(t, map[string]string{
		"the candidate hears only of another meeting link; that of the booking stays": `
			told ann
			reassign bob: bob briefing 15:00, ann cancellation 15:00`,
		"the link was Ann's: the candidate gets an updated invitation": `
			book 15:00 ann own: cleo confirmation 15:00 +assessment, ann briefing 15:00
			reassign bob: cleo changed_interviewer 15:00, bob briefing 15:00, ann cancellation 15:00`,
		"Ann to Bob to Cho at once: Ann is not lost, Bob hears nothing": `
			told ann
			reassign bob
			reassign cho: cho briefing 15:00, ann cancellation 15:00`,
		"Ann to Bob to Ann at once: nobody hears anything": `
			told ann
			reassign bob
			reassign ann: nothing`,
		"Ann to Bob to Ann with letters between: Ann is briefed again, Bob loses it": `
			told ann
			reassign bob: bob briefing 15:00, ann cancellation 15:00
			reassign ann: ann briefing 15:00, bob cancellation 15:00`,
		"Ann to Bob to Ann while it is not known whether her cancellation arrived: she is briefed again": `
			told ann
			ann vanishes
			reassign bob: bob briefing 15:00, ann cancellation 15:00
			ann accepts
			reassign ann: ann briefing 15:00, bob cancellation 15:00`,
		"Ann to Bob to Ann while her cancellation was surely not accepted: nothing for her": `
			told ann
			ann defers
			reassign bob: bob briefing 15:00
			ann accepts
			reassign ann: bob cancellation 15:00`,
		"fallback recipients are interviewers, and give way to a named one": `
			told nobody
			reassign bob: bob briefing 15:00, fay cancellation 15:00 (stands in), gus cancellation 15:00 (stands in)
			cancel: cleo cancellation 15:00, bob cancellation 15:00`,
		"a fallback recipient stood in also when the cancellation is said once more": `
			told nobody
			fay vanishes
			reassign bob: bob briefing 15:00, fay cancellation 15:00 (stands in), gus cancellation 15:00 (stands in)
			fay accepts: fay cancellation 15:00 (stands in) (same again)`,
		"a fallback recipient who becomes the interviewer is briefed as such": `
			told nobody
			reassign fay: fay briefing 15:00, gus cancellation 15:00 (stands in)
			again: nothing`,
		"also when the time changes with it": `
			told nobody
			move 16:00: cleo changed_time 16:00 not 15:00, fay changed_time 16:00 not 15:00 (stands in), ` +
			`gus changed_time 16:00 not 15:00 (stands in)
			book 17:00 fay: cleo changed_time 17:00 not 16:00, fay briefing 17:00, gus cancellation 16:00 (stands in)`,
		"a named interviewer gives way to the fallback recipients in a replace": `
			told ann
			book 15:00 nobody: cleo changed_interviewer 15:00, fay briefing 15:00 (stands in), ` +
			`gus briefing 15:00 (stands in), ann cancellation 15:00`,
	})
}

func TestOwedCancel(t *testing.T) {
	t.Parallel()
	desk.Plays(t, map[string]string{
		"a cancellation to those who hold an invitation, once": `
			told ann
			cancel: cleo cancellation 15:00, ann cancellation 15:00
			cancel: nothing`,
		"recipients of letters that were not accepted get nothing": `
			ann defers
			book 15:00 ann: cleo confirmation 15:00 +assessment
			cancel
			ann accepts: cleo cancellation 15:00`,
		"recipients of letters with unknown outcome get it": `
			ann vanishes
			book 15:00 ann: cleo confirmation 15:00 +assessment, ann briefing 15:00
			ann accepts
			cancel: cleo cancellation 15:00, ann cancellation 15:00`,
		"tells each the start they were told last": `
			told ann
			ann defers
			move 17:00: cleo changed_time 17:00 not 15:00
			ann accepts
			cancel: cleo cancellation 17:00, ann cancellation 15:00`,
		"after completion by call nobody is told": `
			told ann
			at 15:20
			end call
			cancel: nothing`,
		"while it takes place everybody is told, though the letters leave later: the instant of the cancellation counts": `
			told ann
			at 15:59:59.999
			cancel
			at 18:00: cleo cancellation 15:00, ann cancellation 15:00`,
	})
	t.Run("a booking after a cancel is another row: its letters are first letters, the old one's cancellations stay",
		func(t *testing.T) {
			d := desk.New(t)
			desk.Play(d, `
				told ann
				cancel: cleo cancellation 15:00, ann cancellation 15:00
				book 17:00 ann own: cleo confirmation 17:00, ann briefing 17:00`)
			if d.Interview.ID == "int_1" {
				t.Fatal("a canceled interview was revived")
			}
		})
}

func TestOwedFailures(t *testing.T) {
	t.Parallel()
	desk.Plays(t, map[string]string{
		"refused for good: visible, and not owed until the row changes, in whatever way": `
			cleo refuses
			book 15:00 ann: ann briefing 15:00
			cleo accepts: nothing
			reassign bob: cleo confirmation 15:00 +assessment, bob briefing 15:00, ann cancellation 15:00`,
		"refused again after the change: given up again, and the candidate holds nothing": `
			cleo refuses
			book 15:00 ann: ann briefing 15:00
			move 17:00: ann changed_time 17:00 not 15:00
			cleo accepts: nothing
			cancel: ann cancellation 17:00`,
		"a change that was refused for good: the next letter compares with what was told": `
			told ann
			cleo refuses
			move 16:00: ann changed_time 16:00 not 15:00
			cleo accepts
			move 17:00: cleo changed_time 17:00 not 15:00, ann changed_time 17:00 not 16:00`,
		"a cancellation that was refused for good is not tried again": `
			told ann
			cleo refuses
			cancel: ann cancellation 15:00
			cleo accepts: nothing`,
		"deferred: owed until it is accepted, then once": `
			cleo defers
			book 15:00 ann: ann briefing 15:00
			again: nothing
			cleo accepts: cleo confirmation 15:00 +assessment
			again: nothing`,
		"a changed time with unknown outcome compares with the same start again": `
			told ann
			cleo forgotten
			move 17:00: cleo changed_time 17:00 not 15:00, ann changed_time 17:00 not 15:00
			cleo accepts: cleo changed_time 17:00 not 15:00 (same again)`,
		"an unknown outcome, and the interview moved: the newest letter, as a change": `
			cleo vanishes
			book 15:00 ann: cleo confirmation 15:00 +assessment, ann briefing 15:00
			cleo accepts
			move 17:00: cleo changed_time 17:00 not 15:00 +assessment, ann changed_time 17:00 not 15:00
			again: nothing`,
		"the assessment link is in the first letter that leaves, until one surely did": `
			cleo defers
			book 15:00 ann: ann briefing 15:00
			cleo accepts
			move 16:00: cleo confirmation 16:00 +assessment, ann changed_time 16:00 not 15:00
			move 17:00: cleo changed_time 17:00 not 16:00, ann changed_time 17:00 not 16:00`,
	})
	t.Run("an unknown outcome: the same letter again, with the same identity", func(t *testing.T) {
		d := desk.New(t)
		desk.Play(d, `
			cleo forgotten
			book 15:00 ann: cleo confirmation 15:00 +assessment, ann briefing 15:00
			cleo accepts: cleo confirmation 15:00 +assessment (same again)
			again: nothing`)
		if a, b := d.Posted[0].Entry, d.Posted[2].Entry; a.ProviderID != b.ProviderID || a.Revision != b.Revision ||
			!a.Stamp.Equal(b.Stamp) {
			t.Errorf("two identities: %+v and %+v", a, b)
		}
	})
}

func TestOwedImports(t *testing.T) {
	t.Parallel()
	desk.Plays(t, map[string]string{
		"have no letters of their own and no reminders": `
			import ann: nothing
			at 14:30: nothing
			cancel: nothing`,
		"reassigned: a briefing without invitation, no reminders, and no cancellation later": `
			import ann
			reassign bob: bob briefing 15:00 (no invitation)
			reassign cho: cho briefing 15:00 (no invitation)
			at 14:30: nothing
			cancel: nothing`,
		"a used external session, reassigned: a briefing without invitation": `
			at 14:00
			session ann
			at 15:00
			use
			at 15:01: nothing
			reassign bob: bob briefing 15:00 (no invitation)`,
	})
	t.Run("the tracking system tells people of its own changes", func(t *testing.T) {
		d := desk.New(t)
		desk.Play(d, `
			import ann
			reassign bob: bob briefing 15:00 (no invitation)`)
		m := setup.ResolvedImport{StartsAt: desk.Mon(17, 0), InterviewerEmail: desk.Cho, MeetingLink: desk.Room,
			Source:      models.SourceLever,
			CandidateID: "cand_1"}
		i, changed := setup.AlterImport(d.Interview, m, setup.ImportChange{Start: true, Interviewer: true}, d.Policy,
			d.Now)
		if !changed || i.InterviewerEmail != desk.Cho || !i.StartsAt.Equal(desk.Mon(17, 0)) {
			t.Fatalf("got %+v", i)
		}
		d.Interview = i
		d.Leaves()
	})
}

func TestOwedReminders(t *testing.T) {
	t.Parallel()
	desk.Plays(t, map[string]string{
		"24 hours and 1 hour before, to candidate and interviewer, to the millisecond": `
			told ann
			at Sun 14:59:59.999: nothing
			at Sun 15:00: cleo reminder_24h 15:00, ann reminder_24h 15:00
			at 13:59:59.999: nothing
			at 14:00: cleo reminder_1h 15:00, ann reminder_1h 15:00
			at 14:59: nothing`,
		"of two overdue only the latest goes": `
			told ann
			at 14:30: cleo reminder_1h 15:00, ann reminder_1h 15:00
			again: nothing`,
		"the instant the next one is due, the one before is gone": `
			told ann
			cleo defers
			at Sun 15:00: ann reminder_24h 15:00
			cleo accepts
			at 14:00: cleo reminder_1h 15:00, ann reminder_1h 15:00`,
		"not once it has begun": `
			told ann
			at 15:00: nothing`,
		"moved by a replace: those of the new start, also when the old ones went": `
			told ann
			at Sun 15:00: cleo reminder_24h 15:00, ann reminder_24h 15:00
			move Wed 17:00: cleo changed_time 17:00 not 15:00, ann changed_time 17:00 not 15:00
			at 14:00: nothing
			at Tue 17:00: cleo reminder_24h 17:00, ann reminder_24h 17:00
			at Wed 16:00: cleo reminder_1h 17:00, ann reminder_1h 17:00`,
		"a replace that keeps the start within 24 hours does not remind again": `
			told ann
			at Sun 15:00: cleo reminder_24h 15:00, ann reminder_24h 15:00
			at Sun 16:00
			move 15:00: cleo confirmation 15:00, ann briefing 15:00`,
		"a new interviewer is not reminded of what lies before they were set": `
			told ann
			at Sun 16:00
			reassign bob: cleo reminder_24h 15:00, bob briefing 15:00, ann cancellation 15:00
			at 14:00: cleo reminder_1h 15:00, bob reminder_1h 15:00`,
		"fallback recipients are reminded": `
			told nobody
			at 14:00: cleo reminder_1h 15:00, fay reminder_1h 15:00 (stands in), gus reminder_1h 15:00 (stands in)`,
		"an unknown outcome: the same reminder again; refused for good: not again": `
			told ann
			cleo forgotten
			ann refuses
			at 14:00: cleo reminder_1h 15:00
			ann accepts
			cleo accepts: cleo reminder_1h 15:00 (same again)
			again: nothing`,
		"a letter comes before the reminder where both are owed, as no worker ran since Thursday": `
			book 15:00 ann
			at 14:30: cleo confirmation 15:00 +assessment, cleo reminder_1h 15:00, ` +
			`ann briefing 15:00, ann reminder_1h 15:00`,
	})
	t.Run("times are the policy's", func(t *testing.T) {
		d := desk.New(t)
		d.Policy.Reminders = []time.Duration{90 * time.Minute}
		desk.Play(d, `
			told ann
			at 13:30: cleo reminder_1h30m 15:00, ann reminder_1h30m 15:00`)
		d.Policy.Reminders = nil
		desk.Play(d, `at 14:00: nothing`)
	})
}

func TestRecipients(t *testing.T) {
	t.Parallel()
	since := func(rs []effect.Recipient, email string) time.Time {
		for _, r := range rs {
			if r.Email == email {
				return r.SetAt
			}
		}
		return time.Time{}
	}
	d := desk.New(t)
	desk.Play(d, `
		book 15:00 ann
		at Thu 13:00
		reassign bob`)
	rs := effect.Recipients(d.Interview, desk.Cleo)
	if len(rs) != 2 {
		t.Fatalf("got %+v", rs)
	}
	verify.Each(t, "recipients", verify.Fields{"since(rs, desk.Cleo)": {since(rs, desk.Cleo), desk.Thu},
		"since(rs, desk.Bob)": {since(rs, desk.Bob), d.Now}, "rs[0].Role": {rs[0].Role, effect.RoleCandidate},
		"rs[1].Role": {rs[1].Role, effect.RoleInterviewer}, "rs[0].Invitation": {rs[0].Invitation, true},
		"rs[1].Invitation": {rs[1].Invitation, true}})
	if target := rs[1].Target(); target != "mail:interviewer:"+desk.Bob {
		t.Errorf("got target %s", target)
	}
	d.Cancel()
	if rs := effect.Recipients(d.Interview, desk.Cleo); rs != nil {
		t.Errorf("of a canceled interview: got %+v", rs)
	}
	if rs := effect.Recipients(desk.External(), desk.Cleo); rs != nil {
		t.Errorf("of an unused link: got %+v", rs)
	}
}

func TestTimeline(t *testing.T) {
	t.Parallel()
	say := func(ms []effect.Moment) string {
		var out []string
		for _, m := range ms {
			out = append(out, m.Kind+" "+m.At.Format("Mon 15:04"))
		}
		return strings.Join(out, ", ")
	}
	with := func(i models.Interview, change func(*models.Interview)) models.Interview { change(&i); return i }
	for name, c := range map[string]struct {
		i    models.Interview
		want string
	}{
		"booked four days ahead": {desk.Scheduled(), "reminder_24h Sun 15:00, reminder_1h Mon 14:00, window_ends Mon 16:00"},
		"booked two hours before": {with(desk.Scheduled(), func(i *models.Interview) { i.StartSetAt = desk.Mon(13, 0) }),
			"reminder_1h Mon 14:00, window_ends Mon 16:00"},
		"booked as a reminder falls": {with(desk.Scheduled(), func(i *models.Interview) { i.StartSetAt = desk.Mon(14, 0) }),
			"window_ends Mon 16:00"},
		"indefinite": {with(desk.Scheduled(),
			func(i *models.Interview) { i.Indefinite = true; i.SetStart(i.StartsAt, 0) }), "reminder_24h Sun 15:00, " +
			"reminder_1h Mon 14:00"},
		"canceled":      {with(desk.Scheduled(), func(i *models.Interview) { i.CanceledAt = desk.Ptr(desk.Thu) }), ""},
		"ended by call": {with(desk.Scheduled(), func(i *models.Interview) { i.CallEndedAt = desk.Ptr(desk.Thu) }), ""},
		"an import": {with(desk.Scheduled(), func(i *models.Interview) {
			i.Source, i.ExternallyScheduled = models.SourceAshby, true
		}), "window_ends Mon 16:00"},
		"an unused external session": {desk.External(), "link_expires Fri 12:00, session_expires Thu 12:00"},
		"one whose link lives on": {with(desk.External(), func(i *models.Interview) { i.LinkExpiresAt = i.ExpiresAt }),
			"link_expires Thu 12:00, session_expires Thu 12:00"},
		"a used external session": {with(desk.External(), func(i *models.Interview) {
			i.LinkUsedAt = desk.Ptr(desk.Mon(15, 0))
			i.SetStart(desk.Mon(15, 0), 0)
		}), "window_ends Mon 16:00"},
	} {
		if got := say(effect.Timeline(c.i, models.DefaultPolicy)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
	for now, want := range map[time.Time]string{
		desk.Thu: "reminder_24h", desk.Mon(15, 0).AddDate(0, 0, -1): "reminder_1h",
		desk.Mon(14, 0).Add(-time.Millisecond): "reminder_1h", desk.Mon(14, 0): "window_ends",
		desk.Mon(16, 0).Add(-time.Millisecond): "window_ends", desk.Mon(16, 0): "",
	} {
		got := ""
		if m := effect.NextMoment(desk.Scheduled(), models.DefaultPolicy, now); m != nil {
			got = m.Kind
		}
		if got != want {
			t.Errorf("the next moment lies strictly ahead: at %s: got %q, want %q", now, got, want)
		}
	}
	t.Run("every owed reminder has its moment, so that its workflow wakes for it", func(t *testing.T) {
		d := desk.New(t)
		desk.Play(d, "told ann")
		for m := effect.NextMoment(d.Interview, d.Policy, d.Now); m != nil; m = effect.NextMoment(d.Interview, d.Policy,
			d.Now) {
			d.Now = m.At
			if owed := len(d.Owed()) > 0; owed != strings.HasPrefix(m.Kind, effect.ReminderPrefix) {
				t.Errorf("at %s %d effects are owed", m.Kind, len(d.Owed()))
			}
			d.Deliver()
		}
	})
}

func TestReminderKind(t *testing.T) {
	t.Parallel()
	for before, want := range map[time.Duration]string{
		24 * time.Hour: "reminder_24h", time.Hour: "reminder_1h", 90 * time.Minute: "reminder_1h30m",
		10 * time.Minute: "reminder_10m", 30 * time.Second: "reminder_30s",
	} {
		if got := effect.ReminderKind(before); got != want || !effect.IsReminder(got) {
			t.Errorf("reminderKind(%s) = %s, want %s", before, got, want)
		}
	}
}
