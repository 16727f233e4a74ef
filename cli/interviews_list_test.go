package cli

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// interviewed is a terminal with five interviews of northwind, by name, and two imports of another organization. Their
// stored starts are in this order: past, pending, soon, canceled, far.
func interviewed(t *testing.T) (x *terminal, ids map[string]string) {
	t.Helper()
	x = newTerminal(t)
	x.apply(x.example("  slug: northwind\n", "  slug: everest\n", "  time_zone: Europe/Berlin\n",
		"  time_zone: Asia/Kathmandu\n"))
	x.apply(x.example())
	ids = map[string]string{"past": x.ids.Imports["gh"], "far": x.ids.Imports["ashby"],
		"soon": x.booked().Interview.ID}
	x.clock.Set(noon.Add(time.Hour))
	ids["pending"] = x.booked(external, func(o *booking.Order) {
		o.CandidateEmail = "casey@candidate.example"
	}).Interview.ID
	ids["canceled"] = x.booked(func(o *booking.Order) {
		o.CandidateEmail, o.InterviewerEmail, o.Start = "cleo@candidate.example", "", o.Start.AddDate(0, 0, 1)
	}).Interview.ID
	x.clock.Set(noon.Add(2 * time.Hour))
	s, org := x.open()
	if _, _, err := s.Bookings.Change(t.Context(), act.By{}, org.ID, ids["canceled"], booking.Cancel); err != nil {
		t.Fatal(err)
	}
	return x, ids
}

// listed are the names of the interviews of northwind that the list has with these flags.
func (x *terminal) listed(ids map[string]string, flags ...string) (names []string) {
	x.t.Helper()
	var rows []listedInterview
	x.mustJSON(&rows, append([]string{"interviews", "list", "--org", "northwind"}, flags...)...)
	for _, r := range rows {
		names = append(names, r.ID)
		for name, id := range ids {
			if r.ID == id {
				names[len(names)-1] = name
			}
		}
	}
	return names
}

func TestInterviewsList(t *testing.T) {
	t.Parallel()
	x, ids := interviewed(t)
	posting := x.ids.Postings["engineer"].ID
	x.tabled([][]string{
		{"ID", "START (Europe/Berlin)", "STATUS", "POSTING", "INTERVIEWER", "CANDIDATE", "POSTING ID"},
		{ids["past"], "2026-03-02 16:00 CET", "completed", "Imaging Engineer", "ilse@northwind.example",
			"imported@northwind.example", posting},
		{ids["pending"], "-", "pending", "Imaging Engineer", "ilse@northwind.example",
			"casey@candidate.example", posting},
		{ids["soon"], "2032-03-01 16:00 CET", "scheduled", "Imaging Engineer", "ilse@northwind.example",
			"robin@candidate.example", posting},
		{ids["canceled"], "2032-03-02 16:00 CET", "canceled", "Imaging Engineer", "-",
			"cleo@candidate.example", posting},
		{ids["far"], "2033-05-02 17:00 CEST", "scheduled", "Imaging Engineer", "dora@northwind.example",
			"ahead@northwind.example", posting},
	}, "interviews", "list", "--org", "northwind")
	other := cells(x.must("interviews", "list", "--org", "everest"))
	if len(other) != 3 || other[0][1] != "START (Asia/Kathmandu)" || other[1][1] != "2026-03-02 20:45 +0545" {
		t.Errorf("the other organization's table is %q, want its two imports in its zone", other)
	}

	var rows []listedInterview
	x.mustJSON(&rows, "interviews", "list", "--org", "northwind")
	var shown shown
	x.mustJSON(&shown, "interviews", "show", ids["soon"])
	start, canceled, ended := "2032-03-01T15:00:00.000Z", "2032-02-02T14:00:00.000Z", "2026-03-02T15:52:10.000Z"
	same(t, "one of the list", rows[2], listedInterview{ID: ids["soon"], Status: "scheduled",
		Source: models.SourceLitmus, ScheduledStartAt: &start, DurationMinutes: 60, PostingID: posting,
		Posting: "Imaging Engineer", RoundID: shown.RoundID, CandidateID: rows[2].CandidateID,
		Candidate: shown.Candidate, Interviewer: shown.Interviewer, CreatedAt: shown.CreatedAt,
		UpdatedAt: shown.UpdatedAt})
	same(t, "the instants of the past, the pending and the canceled one", []*string{rows[0].CallEndedAt,
		rows[1].ScheduledStartAt, rows[3].CanceledAt}, []*string{&ended, nil, &canceled})
	if rows[2].CandidateID == "" || rows[1].Source != models.SourceExternal {
		t.Errorf("the candidate is %q, and the pending one's source %s", rows[2].CandidateID, rows[1].Source)
	}
}

func TestInterviewsList_filters(t *testing.T) {
	t.Parallel()
	x, ids := interviewed(t)
	posting := x.ids.Postings["engineer"].ID
	all := []string{"past", "pending", "soon", "canceled", "far"}
	for _, c := range []struct{ want, flags []string }{
		{all, nil},
		{[]string{"soon", "far"}, []string{"--status", "scheduled"}},
		{all, []string{"--posting", posting}},
		{[]string{"past", "pending", "soon"}, []string{"--interviewer", " Ilse@Northwind.example"}},
		{[]string{"canceled"}, []string{"--candidate", "CLEO@candidate.example"}},
		{[]string{"soon", "canceled", "far"}, []string{"--from", "2032-03-01T16:00:00+01:00"}}, // inclusive
		{[]string{"past", "pending", "soon"}, []string{"--to", "2032-03-01T15:00:00Z"}},
		{[]string{"soon"}, []string{"--from", "2032-03-01", "--to", "2032-03-02"}},
		{[]string{"pending", "canceled"}, []string{"--updated-since", "2032-02-02T13:00:00Z"}},
	} {
		if got := x.listed(ids, c.flags...); !slices.Equal(got, c.want) {
			t.Errorf("with %q it lists %v, want %v", c.flags, got, c.want)
		}
	}
	x.prints("[]\n", "interviews", "list", "--org", "northwind", "--status", "expired", "--json")
	if got := cells(x.must("interviews", "list", "--org", "northwind", "--status", "expired")); len(got) != 1 {
		t.Errorf("an empty list is %q, want the heading", got)
	}
}

// The list goes on over pages of REST's size, and says where it goes on when it is cut.
func TestInterviewsList_pages(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	const booked = models.MaxLimit + 5
	want := []string{x.ids.Imports["gh"]}
	start := func(n int) time.Time { return noon.AddDate(0, 1, 0).Add(time.Duration(n) * time.Hour) }
	for n := range booked {
		want = append(want, x.booked(func(o *booking.Order) {
			o.CandidateEmail, o.Start = fmt.Sprintf("candidate%d@candidate.example", n), start(n)
			if o.InterviewerEmail = ""; n == booked-1 {
				o.InterviewerEmail = "bram@northwind.example"
			}
		}).Interview.ID)
	}
	want = append(want, x.ids.Imports["ashby"])

	if got := x.listed(nil, "--limit", fmt.Sprint(len(want))); !slices.Equal(got, want) {
		t.Errorf("it lists %d interviews, want %d in the order of their starts", len(got), len(want))
	}
	if got := x.listed(nil, "--interviewer", "bram@northwind.example", "--limit", "1"); !slices.Equal(got,
		want[booked:booked+1]) {
		t.Errorf("the interviewer of the second page has %q, want %q", got, want[booked])
	}
	const inSecond = models.MaxLimit + 3
	for limit, flags := range map[int][]string{models.MaxLimit: nil, 1: {"--limit", "1"},
		inSecond: {"--limit", fmt.Sprint(inSecond)}} {
		got := x.run(append([]string{"interviews", "list", "--org", "northwind"}, flags...)...)
		rows, from := cells(got.stdout), models.FormatInstant(start(limit-1))
		more := "more follow: --from " + from + " goes on with them, a larger --limit adds them\n"
		if got.status != exitOK || got.stderr != more || len(rows) != 1+limit || rows[limit][0] != want[limit-1] {
			t.Fatalf("a list of %d ends with %q and says %q, want %q and %q", limit, rows[len(rows)-1], got.stderr,
				want[limit-1], more)
		}
		if rest := x.listed(nil, "--limit", "10000", "--from", from); !slices.Equal(rest, want[limit:]) {
			t.Errorf("from there on it lists %d interviews, want the %d that were left out", len(rest), len(want)-limit)
		}
	}
}

func TestInterviewsList_refused(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	list := []string{"interviews", "list", "--org", "northwind"}
	for flag, reason := range map[string]string{
		"--limit=0": "--limit 0 must be at least 1",
		"--status=scheduled,done": `--status "done" is unknown; the statuses are scheduled, completed, canceled, ` +
			"pending, expired",
		"--candidate=robin":       `--candidate "robin" is not a bare email address such as ann@example.com`,
		"--from=tomorrow":         notISO("--from", "tomorrow"),
		"--to=2032-02-30":         notISO("--to", "2032-02-30"),
		"--updated-since=1700000": notISO("--updated-since", "1700000"),
	} {
		x.refused(exitUsage, reason, append(list, flag)...)
	}
	x.refused(exitFailed, `posting "post_x" not found`, append(list, "--posting", "post_x")...)
}

func notISO(flag, text string) string {
	return flag + ` "` + text + `" is not ISO 8601: write 2026-12-01T15:00:00Z, an explicit offset, or a date`
}
