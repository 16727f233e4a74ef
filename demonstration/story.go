package demonstration

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/audit"
)

// story adds what happened in the last weeks, and what was arranged for the next two.
func (p *player) story() {
	p.takesOver()
	p.settings()
	for _, t := range takeHomes {
		p.does(t)
	}
	for _, m := range meetings {
		p.meets(m)
	}
	p.waits()
	p.calendar()
	p.integration()
	p.panels()
}

// turbine, site and apprentice are interviews of the three open postings.
func turbine(who person, step string, day int, clock, with string) meeting {
	return meeting{person: who, posting: "turbine-software", track: "default", step: step, day: day, clock: clock,
		with: with}
}

func site(who person, day int, clock, with string) meeting {
	return meeting{person: who, posting: "site-operations", track: "default", step: "conversation", day: day,
		clock: clock, with: with, ended: 41}
}

func apprentice(who person, day int, clock, with string) meeting {
	return meeting{person: who, posting: "apprentices", track: "default", step: "pairing", day: day, clock: clock,
		with: with, ended: 30}
}

// so returns the meeting with changes.
func (m meeting) so(change func(*meeting)) meeting {
	change(&m)
	return m
}

// meetings are the live interviews of two weeks past and two to come.
var meetings = []meeting{
	turbine(named("Elin Björk", "elin.bjork"), "design", -10, "10:00", "jonas").so(func(m *meeting) {
		m.notes, m.decided = "Drew the failure modes before the happy path. Strong on back-pressure; ask about "+
			"migrations next time.", models.DecisionAdvance
	}),
	turbine(named("Elin Björk", "elin.bjork"), "pairing", -7, "14:00", "priya").so(func(m *meeting) {
		m.ended, m.notes, m.decided = 84, "Wrote the test first, without being asked. Calm when the build broke.",
			models.DecisionAdvance
	}),
	site(named("Thijs Bakker", "thijs.bakker"), -9, "09:30", "mei").so(func(m *meeting) {
		m.notes, m.decided = "Ran night shifts for six years and has opinions on hand-overs. Wants Den Helder.",
			models.DecisionAdvance
	}),
	site(named("Clara Jansen", "clara.jansen"), -8, "16:00", "ines").so(func(m *meeting) {
		m.decided = models.DecisionReject
	}),
	turbine(named("Rafael Costa", "rafael.costa"), "design", -6, "11:30", "priya").so(func(m *meeting) {
		m.notes = "Good questions, vague answers about consistency. A second opinion would help."
	}),
	turbine(named("Mila Novak", "mila.novak"), "design", -5, "10:00", "jonas").so(func(m *meeting) { m.off = "mei" }),
	turbine(named("Lotte Visser", "lotte.visser"), "design", -4, "14:00", "jonas").so(func(m *meeting) {
		m.notes, m.decided = "The best take-home so far, and the interview fits it.", models.DecisionAdvance
	}),
	turbine(named("Oskar Lind", "oskar.lind"), "design", -3, "15:30", "priya").so(func(m *meeting) {
		m.moved, m.booked = "11:30", 6
	}),
	site(named("Hanna Vos", "hanna.vos"), -3, "13:00", "mei"),
	turbine(named("Yusuf Demir", "yusuf.demir"), "design", -2, "10:30", "tomas").so(func(m *meeting) {
		m.instead, m.booked, m.notes = "jonas", 5, "Took over from Jonas. Solid; knows embedded better than services."
	}),
	apprentice(named("Femke Smit", "femke.smit"), -2, "16:30", "jonas").so(func(m *meeting) {
		m.decided = models.DecisionAdvance
	}),
	turbine(named("Rafael Costa", "rafael.costa"), "pairing", -1, "14:00", "priya").so(func(m *meeting) {
		m.ended = 88
	}),
	apprentice(named("Daan Kok", "daan.kok"), -1, "15:00", "mei"),

	turbine(named("Dunya Aziz", "dunya.aziz"), "design", 1, "10:00", "jonas"),
	turbine(named("Oskar Lind", "oskar.lind"), "pairing", 1, "15:30", "priya"),
	site(named("Bas Mulder", "bas.mulder"), 2, "13:00", "mei").so(func(m *meeting) { m.picked = true }),
	turbine(named("Ewa Kowalska", "ewa.kowalska"), "design", 2, "14:00", "jonas"),
	turbine(named("Pierre Martin", "pierre.martin"), "design", 3, "11:30", "priya"),
	site(named("Iris Kuipers", "iris.kuipers"), 3, "16:00", "ines"),
	turbine(named("Jules Moreau", "jules.moreau"), "design", 4, "10:30", "tomas").so(func(m *meeting) {
		m.booked = 24
	}),
	apprentice(named("Noah Peters", "noah.peters"), 4, "15:00", "mei"),
	turbine(named("Lotte Visser", "lotte.visser"), "pairing", 5, "10:00", "jonas").so(func(m *meeting) {
		m.booked = 8
	}),
	site(named("Ruben Dijkstra", "ruben.dijkstra"), 6, "09:30", "mei").so(func(m *meeting) { m.booked = 8 }),
	turbine(named("Leon Fischer", "leon.fischer"), "design", 7, "14:00", "priya").so(func(m *meeting) { m.booked = 9 }),
	apprentice(named("Zoë Willems", "zoe.willems"), 8, "16:30", "jonas").so(func(m *meeting) { m.booked = 9 }),
	turbine(named("Mila Novak", "mila.novak"), "design", 9, "10:00", "jonas").so(func(m *meeting) { m.booked = 13 }),
}

// takeHomes are the candidates of the take-home, in every state that there is.
var takeHomes = []takeHome{
	{person: named("Lotte Visser", "lotte.visser"), invited: 10, started: 9, hours: 3, score: 4.5,
		answer: "The service keeps one window for each turbine and fills gaps of up to a minute by interpolation.\n\n" +
			"Longer gaps are refused with the time at which they began, so that nobody mistakes a guess for a value. " +
			"With another day I would write the property tests that I sketched at the end of the README.",
		link:  "https://code.example/lotte/telemetry",
		notes: "Reads well, fails loudly, tested where it matters.", decided: models.DecisionAdvance},
	{person: named("Aisha Rahman", "aisha.rahman"), invited: 9, started: 7, hours: 4, score: 1.5,
		answer: "It reads the file and prints the averages. I did not get to the gaps.",
		link:   "https://code.example/aisha/turbines", notes: "Does not handle gaps, which was the task.",
		decided: models.DecisionReject},
	{person: named("Ibrahim Aydin", "ibrahim.aydin"), invited: 8, started: 6, hours: 3, score: 3.5,
		answer: "Gaps below ten seconds are filled, longer ones are refused. I used a ring buffer; its size is the " +
			"longest gap that is filled.",
		link: "https://code.example/ibrahim/gaps", notes: "Clear and small. Thin on tests: worth a conversation."},
	{person: named("Freja Holm", "freja.holm"), invited: 5, started: 3, hours: 2,
		answer: "A small service in Go, with a fake radio link that drops packets by a seed. See the README for what " +
			"I left out, and why.",
		link: "https://code.example/freja/radio"},
	{person: named("Tim Hofman", "tim.hofman"), invited: 4, started: 2, hours: 3,
		answer: "Rust, no dependencies. The tests replay the sample file with holes in it.",
		link:   "https://code.example/tim/telemetry-rs"},
	{person: named("Mateusz Nowak", "mateusz.nowak"), invited: 3, started: 1},
	{person: named("Sanne de Boer", "sanne.deboer"), invited: 2},
	{person: named("Amira Haddad", "amira.haddad"), invited: 1},
	{person: named("Kofi Mensah", "kofi.mensah"), invited: 18},
	{person: named("Hugo Lemaire", "hugo.lemaire"), invited: 6, revoked: true},
}

// takesOver makes the dashboard the keeper of everything but the closed posting, so that all of it can be edited there.
func (p *player) takesOver() {
	p.add(p.end.Add(-before+time.Hour), p.member("ines"), func(ctx context.Context, by act.By) error {
		take := func(subject models.Subject, ids ...string) error {
			for _, id := range ids {
				if err := p.Team.TakeOver(ctx, by, p.org.ID, subject, id); err != nil {
					return fmt.Errorf("take over %s: %w", subject, err)
				}
			}
			return nil
		}
		for _, subject := range []struct {
			is  models.Subject
			ids []string
		}{
			{models.SubjectOrganization, []string{p.org.ID}},
			{models.SubjectMember, []string{address("ines"), address("mei")}},
			{models.SubjectPerson, []string{address("ines"), address("jonas"), address("mei"), address("priya"),
				address("tomas")}},
			{models.SubjectAssessment, slices.Sorted(maps.Values(p.ids.Assessments))},
			{models.SubjectPosting, []string{p.ids.Postings["turbine-software"].ID,
				p.ids.Postings["site-operations"].ID, p.ids.Postings["apprentices"].ID}},
		} {
			if err := take(subject.is, subject.ids...); err != nil {
				return err
			}
		}
		return nil
	})
}

// settings gives the organization a colour, and Tomás two days off.
func (p *player) settings() {
	p.add(p.day(-29, "11:10"), p.member("ines"), func(ctx context.Context, by act.By) error {
		o, err := p.Team.OrganizationOf(ctx, p.org.ID)
		if err != nil {
			return err
		}
		_, err = p.Team.EditBrand(ctx, by, o.ID, o.Version, models.BrandEdit{Accent: "#0b6470"})
		return err
	})
	p.add(p.day(-6, "17:20"), p.member("tomas"), func(ctx context.Context, by act.By) error {
		_, err := p.Availability.SetDates(ctx, by, p.org.ID, address("tomas"), timetable.DatesOrder{First: date(p.day(8,
			"12:00")),
			Last: date(p.day(9, "12:00"))})
		return err
	})
}

// waits adds what needs somebody: a link that ends soon, a letter that was refused, an open invitation.
func (p *player) waits() {
	mei := p.member("mei")
	p.add(p.end.Add(-19*time.Hour), mei, func(ctx context.Context, by act.By) error {
		b, err := p.Bookings.Book(ctx, by, p.org, booking.Order{Kind: booking.OrderExternal,
			PostingID:      p.ids.Postings["turbine-software"].ID,
			RoundID:        p.round("turbine-software", "referral", "conversation"),
			CandidateEmail: "anouk.meijer@candidate.example", CandidateName: "Anouk Meijer",
			InterviewerEmail: address("jonas"), MeetingLink: "https://meet.marlowe.example/jonas"})
		if err != nil {
			return err
		}
		p.made = append(p.made, models.Ref{OrgID: p.org.ID, ID: b.Interview.ID})
		return nil
	})
	p.invites(named("Wout Hendriks", "wout.hendriks"), "site-operations", "", p.day(-1, "10:45"), "", nil)
	p.invites(named("Thea Sundberg", "thea.sundberg"), "apprentices", "quiz-go", p.day(-1, "11:30"), "smtp_550", nil)
}

// calendar connects Tomás's calendar, whose server is there no more since some hours: nor is it when the service tries
// again, since nobody has that address.
func (p *player) calendar() {
	tomas := address("tomas")
	p.add(p.day(-12, "08:50"), p.member("tomas"), func(ctx context.Context, by act.By) error {
		if _, err := p.Availability.Connect(ctx, by, p.org.ID, tomas,
			timetable.CalendarAccount{Provider: timetable.CalendarCalDAV,
				URL: "https://calendar.leal.example/tomas/work/", Username: "tomas",
				Password: "demonstration"}); err != nil {
			return err
		}
		return p.read(ctx, tomas, nil)
	})
	service := models.Actor{Kind: models.ActorService}
	gone := &timetable.SyncFailure{Code: "caldav_connect", Detail: "no such host"}
	for _, one := range []struct {
		ago     time.Duration
		failure *timetable.SyncFailure
	}{
		{3*time.Hour + 20*time.Minute, nil}, {3*time.Hour + 14*time.Minute, gone}, {2*time.Hour + 9*time.Minute, gone},
		{time.Hour + 4*time.Minute, gone}, {2 * time.Minute, gone},
	} {
		p.add(p.end.Add(-one.ago), service, func(ctx context.Context, by act.By) error {
			return p.read(ctx, tomas,
				one.failure)
		})
	}
}

// read notes that somebody's calendar was read, with two meetings in it, or that it failed; the admins know of it.
func (p *player) read(ctx context.Context, email string, failure *timetable.SyncFailure) error {
	c, err := p.Availability.ConnectionOf(ctx, p.org.ID, email)
	if err != nil {
		return err
	}
	var busy []timetable.Range
	after := c.AfterSync(p.Now(), p.Now().AddDate(0, 0, timetable.SyncDaysAhead), "")
	if failure != nil {
		after = c.Connection.AfterFailure(p.Now(), *failure)
	} else {
		for _, days := range []int{1, 3, 6} {
			start := p.day(days, "11:00")
			busy = append(busy, timetable.Range{From: start, To: start.Add(time.Hour)})
		}
	}
	if _, err := p.Availability.SaveSync(ctx, c, after, busy); err != nil {
		return err
	}
	a, err := p.Availability.ConnectionLedger(ctx, models.Ref{OrgID: p.org.ID, ID: c.ID})
	if err != nil {
		return err
	}
	for _, e := range a.OwedNotices(a.Admins, a.Told, p.Now()) {
		entry := a.Entry(e)
		entry.ProviderID = c.ID + "." + e.Kind + "@demonstration.example"
		if err := p.sent(ctx, entry, a.NoticeRevision(), ""); err != nil {
			return err
		}
	}
	return nil
}

// integration makes a key for the careers page, which is called every working day.
func (p *player) integration() {
	p.add(p.day(-25, "15:00"), p.member("ines"), func(ctx context.Context, by act.By) error {
		_, k, err := p.Team.CreateKey(ctx, by, p.org.ID, "Careers page", []string{access.RolesRead,
			access.InterviewsRead})
		if err != nil {
			return err
		}
		for day := -10; day < 0; day++ {
			for n, call := range []string{"/roles", "/postings/{id}/slots", "/interviews"} {
				at := p.day(day, "07:30").Add(time.Duration(n*1700) * time.Millisecond)
				p.add(at, models.Actor{Kind: models.ActorKey, ID: k.ID}, func(context.Context, act.By) error {
					p.Audit.Record(audit.Entry{OrgID: p.org.ID, KeyID: k.ID, Method: "GET", Route: call,
						Status:   200,
						Duration: time.Duration(3+n) * time.Millisecond, At: p.Now(),
						RequestID: fmt.Sprintf("req_demonstration_%d_%d", -day, n)})
					return nil
				})
			}
		}
		return nil
	})
}

// date is the date of an instant of the team's, in UTC as dates are.
func date(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
