package candidacy

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

// TestCheckDraft proves that a form does not overwrite a newer draft that it has not shown.
func TestCheckDraft(t *testing.T) {
	t.Parallel()
	draft := &Answer{Text: "mine", Links: []string{"https://a.example"}, SavedAt: desk.Thu}
	same, other := Answer{Text: "mine", Links: []string{"https://a.example"}}, Answer{Text: "other"}
	for name, c := range map[string]struct {
		draft *Answer
		a     Answer
		seen  *time.Time
		kind  models.Kind
	}{
		"a form without its draft's time": {draft, other, nil, 0},
		"no draft":                        {nil, other, &time.Time{}, 0},
		"the draft is gone":               {nil, other, desk.Ptr(desk.Thu), 0},
		"the draft that the form showed":  {draft, other, desk.Ptr(desk.Thu), 0},
		"the same to the millisecond":     {draft, other, desk.Ptr(desk.Thu.Add(time.Microsecond)), 0},
		"a newer draft":                   {draft, other, desk.Ptr(desk.Thu.Add(-time.Millisecond)), models.Conflict},
		"the form showed no draft":        {draft, other, &time.Time{}, models.Conflict},
		"the same text from a form twice": {draft, same, &time.Time{}, 0},
		"without its links":               {draft, Answer{Text: "mine"}, &time.Time{}, models.Conflict},
	} {
		desk.WantRefusal(t, name, c.kind, "")(CheckDraft(c.draft, c.a, c.seen))
	}
}

func TestParseAnswer(t *testing.T) {
	t.Parallel()
	long := "https://code.example/" + strings.Repeat("x", 2048-len("https://code.example/"))
	for name, c := range map[string]struct {
		text, links string
		want        Answer
	}{
		"nothing":                   {"", "", Answer{}},
		"only white space":          {" \r\n\t \n", "\r\n \n", Answer{}},
		"markup, as it was written": {"<b>bold</b> & *more*", "", Answer{Text: "<b>bold</b> & *more*"}},
		"line ends of every kind": {
			"a\r\nb\rc\nd\u2028e\u2029f\u0085g", "", Answer{Text: "a\nb\nc\nd\ne\nf\ng"},
		},
		"control characters":                 {"a\x00b\x1b[31mc\x7f\td\u009be", "", Answer{Text: "ab[31mc\tde"}},
		"broken text":                        {"a\xffb", "", Answer{Text: "a\uFFFDb"}},
		"an indented first line, blank ends": {"\n\n  code\n\n", "", Answer{Text: "  code"}},
		"100,000 characters, of any size": {strings.Repeat("語", MaxAnswerRunes), "",
			Answer{Text: strings.Repeat("語", MaxAnswerRunes)}},
		"links, one a line": {"", " https://a.example \r\n\nhttp://b.example/x?y=1#z\r",
			Answer{Links: []string{"https://a.example", "http://b.example/x?y=1#z"}}},
		"20 links": {"", strings.Repeat("https://a.example\n", 20),
			Answer{Links: slices.Repeat([]string{"https://a.example"}, 20)}},
		"a link of 2,048 bytes": {"", long, Answer{Links: []string{long}}},
		"a link with a control character in it": {"", "https://a.exa\x00mple",
			Answer{Links: []string{"https://a.example"}}},
	} {
		got, err := ParseAnswer(c.text, c.links)
		if err != nil || got.Text != c.want.Text || !slices.Equal(got.Links, c.want.Links) || !got.SavedAt.IsZero() {
			t.Errorf("takes %s: got %.80q %q, %v\nwant %.80q %q", name, got.Text, got.Links, err, c.want.Text, c.want.Links)
		}
		if got.Empty() != (c.want.Text == "" && c.want.Links == nil) {
			t.Errorf("takes %s: empty is %t", name, got.Empty())
		}
	}
	for name, c := range map[string]struct{ text, links, says string }{
		"one character too many": {strings.Repeat("語", MaxAnswerRunes+1), "", "The answer has 100001 characters; at " +
			"most 100000"},
		"21 links":                {"", strings.Repeat("https://a.example\n", 21), "more than 20 links"},
		"a link of 2,049 bytes":   {"", "https://a.example\n" + long + "x", "Link 2 is 2049 bytes long; at most 2048"},
		"a script":                {"", "javascript:alert(1)", `Link 1, "javascript:alert(1)", is not a web address`},
		"no scheme":               {"", "code.example/x", "beginning with https:// or http://"},
		"no host":                 {"", "https:///x", "not a web address"},
		"two links on a line":     {"", "https://a.example https://b.example", "Write one on each line"},
		"a tab within a link":     {"", "https://a.example/\tb", "not a web address"},
		"a very long line":        {"", strings.Repeat("y", 1<<20), "Link 1 is 1048576 bytes long"},
		"an endless list of them": {"", strings.Repeat("https://a.example\n", 60_000), "more than 20 links"},
	} {
		if _, err := ParseAnswer(c.text, c.links); models.KindOf(err) != models.Invalid ||
			!strings.Contains(err.Error(), c.says) || len(err.Error()) > 300 {
			t.Errorf("refuses %s: got %.400v, want an invalid answer that says %q", name, err, c.says)
		}
	}
}

func TestDecideStart(t *testing.T) {
	t.Parallel()
	expiry, tick := desk.Thu.Add(time.Hour), time.Millisecond
	for _, c := range []struct {
		name, state, mode string
		interviewed       bool
		now               time.Time
		changed           bool
		refused           string
	}{
		{"invited", models.CandidateInvited, models.DeliveryAsync, false, desk.Thu, true, ""},
		{"a tick before the invitation runs out", models.CandidateInvited, models.DeliveryAsync, false, expiry.Add(-tick), true, ""},
		{"the instant it runs out", models.CandidateInvited, models.DeliveryAsync, false, expiry, false, "expired"},
		{"a second time", models.CandidateInProgress, models.DeliveryAsync, false, desk.Thu, false, ""},
		{"a second time, when the invitation would have run out", models.CandidateInProgress, models.DeliveryAsync, false,
			expiry.Add(time.Hour), false, ""},
		{"expired", models.CandidateExpired, models.DeliveryAsync, false, desk.Thu, false, "expired"},
		{"submitted", models.CandidateSubmitted, models.DeliveryAsync, false, desk.Thu, false, "already"},
		{"withdrawn", models.CandidateWithdrawn, models.DeliveryAsync, false, desk.Thu, false, "any more"},
		{"a live one", models.CandidateInvited, models.DeliverySync, false, desk.Thu, false, "live interview"},
		{"a live one that a booking made", models.CandidateInvited, models.DeliverySync, true, desk.Thu, false, "live interview"},
	} {
		t.Run(c.name, func(t *testing.T) {
			was := models.Candidate{ID: "cand_1", State: c.state, InvitedAt: desk.Ptr(desk.Thu), InviteExpiresAt: &expiry,
				UpdatedAt: desk.Thu.Add(-time.Hour), Revision: 1}
			got, changed, err := DecideStart(was, c.mode, c.interviewed, c.now.Add(900*time.Microsecond))
			want := was
			if c.changed {
				want.State, want.UpdatedAt, want.Revision = models.CandidateInProgress, c.now, 2
				if got.StartedAt == nil || *got.StartedAt != c.now {
					t.Errorf("started at %v, want %s", got.StartedAt, c.now)
				}
				got.StartedAt = nil
			}
			if got != want || changed != c.changed {
				t.Errorf("got %+v, changed %t\nwant %+v, %t", got, changed, want, c.changed)
			}
			if (err == nil) != (c.refused == "") ||
				err != nil && (models.KindOf(err) != models.Conflict || !strings.Contains(err.Error(), c.refused)) {
				t.Errorf("got %v, want a conflict that says %q", err, c.refused)
			}
		})
	}
	if c, changed, err := DecideStart(models.Candidate{State: models.CandidateInvited}, models.DeliveryAsync, false,
		desk.Thu); !changed ||
		err != nil || c.Revision != 0 {
		t.Errorf("a candidate who was never invited has no revision: got %+v, %t, %v; want revision 0", c, changed, err)
	}
}

func TestDecideSave(t *testing.T) {
	t.Parallel()
	for state, says := range map[string]string{models.CandidateInProgress: "", models.CandidateInvited: "Start",
		models.CandidateSubmitted: "already", models.CandidateAdvanced: "already",
		models.CandidateRejected: "already", models.CandidateExpired: "any more", models.CandidateWithdrawn: "any more"} {
		err := DecideSave(models.Candidate{State: state})
		if (err == nil) != (says == "") || err != nil && (models.KindOf(err) != models.Conflict ||
			!strings.Contains(err.Error(), says)) {
			t.Errorf("%s: got %v, want a conflict that says %q", state, err, says)
		}
	}
}

func TestDecideSubmit(t *testing.T) {
	t.Parallel()
	started := models.Candidate{OrgID: "org_1", ID: "cand_1", PostingID: "post_1", AssessmentID: "asm_1",
		State: models.CandidateInProgress, StartedAt: desk.Ptr(desk.Thu), InviteExpiresAt: desk.Ptr(desk.Thu),
		Revision: 2}
	answer := Answer{Text: "done"}
	t.Run("makes a pending submission without scores", func(t *testing.T) {
		late := desk.Thu.AddDate(0, 2, 0) // neither the time limit nor the end of the invitation refuses it
		c, s, err := DecideSubmit(started, answer, "sub_1", late.Add(900*time.Microsecond))
		if want := (models.Submission{OrgID: "org_1", ID: "sub_1", PostingID: "post_1", AssessmentID: "asm_1",
			CandidateID: "cand_1", SubmittedAt: late, Decision: models.DecisionPending,
			CreatedAt: late, UpdatedAt: late, Origin: models.OriginDashboard, ReceiptZone: "UTC"}); err != nil ||
			s != want || s.ScoreScale() != nil {
			t.Errorf("got %+v, %v\nwant %+v", s, err, want)
		}
		want := started
		want.State, want.UpdatedAt, want.Revision = models.CandidateSubmitted, late, 3
		if c != want || models.ActiveState(c.State) {
			t.Errorf("got %+v\nwant %+v", c, want)
		}
	})
	if _, _, err := DecideSubmit(started, Answer{Links: []string{"https://code.example"}}, "sub_1",
		desk.Thu); err != nil {
		t.Errorf("takes links alone: %v", err)
	}
	if c, _, err := DecideSubmit(started, Answer{}, "sub_1", desk.Thu); models.KindOf(err) != models.Invalid || c != started {
		t.Errorf("refuses an empty answer: got %+v, %v", c, err)
	}
	for _, state := range []string{models.CandidateInvited, models.CandidateSubmitted, models.CandidateAdvanced,
		models.CandidateRejected,
		models.CandidateExpired, models.CandidateWithdrawn} {
		was := started
		was.State = state
		for _, a := range []Answer{answer, {}} {
			if c, s, err := DecideSubmit(was, a, "sub_2", desk.Thu); models.KindOf(err) != models.Conflict || c != was ||
				s != (models.Submission{}) {
				t.Errorf("refuses a candidate who is not in progress, also after submitting: %s: got %+v, %+v, %v", state, c, s, err)
			}
		}
	}
}
