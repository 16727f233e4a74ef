package dashboard

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
)

// paneled gives the design round two seats of a pool of those people, who have the same hours.
func (w *world) paneled(t *testing.T, emails ...string) {
	t.Helper()
	p := w.poolOf(t)
	for _, email := range emails {
		w.must(w.Pools.Join(ctx, act.By{}, w.org.ID, p.ID,
			models.PoolMember{Email: email, State: models.PoolQualified}))
	}
	w.exec(`update people set working_hours = (select working_hours from people where org_id = ? and email = ?)
		where org_id = ?`, w.org.ID, tomas, w.org.ID)
	w.exec(`update rounds set seats = '[{"pool":"`+p.ID+`","count":2,"role":"interviewer"}]' where id = ?`, w.design())
}

// freePicks are the values of a grid's free half hours.
func freePicks(r *reply) (out []string) {
	for _, b := range r.all("button[name=pick]") {
		if slices.Contains(strings.Fields(attr(b, "class")), "free") {
			out = append(out, attr(b, "value"))
		}
	}
	return out
}

// TestBookAPanel: of a round with seats the grid has the starts at which a panel fits, the pick of one shows who was
// chosen and why, and one of them is swapped by hand before it is booked (P6, D12).
func TestBookAPanel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.paneled(t, jonas, priya, tomas)
	mei := w.as(t, "recruiter")
	times := mei.post(site.BookPath, "step", "times", "round", w.design(), "email", cleo, "name", "Cleo").
		want(200, "everybody fits whom the seats ask for")
	picks := freePicks(times)
	if len(picks) == 0 {
		t.Fatal("no start is free")
	}
	for _, p := range picks {
		if !strings.HasSuffix(p, " "+booking.PanelAuto) {
			t.Errorf("a pick is %q", p)
		}
	}
	grid := lacking(lacking(times.fields("#offered"), "week"), "pick")
	var preview *reply
	for _, p := range picks { // at which all three are free
		preview = mei.post(site.BookPath, append(slices.Clone(grid), "pick", p)...).want(200, "Book this interview?",
			"Panel", "leads the interview", "was chosen:", "Briefing with calendar invitation")
		if len(optionsOf(preview.all("#swap select")[1])) == 2 {
			break
		}
	}
	shown := valuesOf(preview.fields("#confirm"), "seated")
	swap := preview.fields("#swap")
	equal(t, "who is suggested", strings.Join(valuesOf(swap, "panel"), " "), strings.Join(shown, " "))
	all := optionsOf(preview.all("#swap select")[1])
	equal(t, "the suggestion comes first", all[0], shown[1])
	if len(all) != 2 || slices.Contains(shown, all[1]) {
		t.Fatalf("the second seat offers %q, beside %q", all, shown)
	}
	named := func(emails ...string) []string {
		out := lacking(swap, "panel")
		for _, email := range emails {
			out = append(out, "panel", email)
		}
		return out
	}
	mei.post(site.BookPath, named(shown[0], shown[0])...).want(400, "twice")
	panelOf := func(r *reply) (words []string) { // why each comes
		for _, n := range r.all("#preview .facts .lines small") {
			words = append(words, content(n))
		}
		return words
	}
	suggested := panelOf(preview)
	equal(t, "of who is suggested, if nothing is swapped",
		strings.Join(panelOf(mei.post(site.BookPath, named(shown...)...).want(200)), "|"), strings.Join(suggested, "|"))
	other := mei.post(site.BookPath, named(shown[0], all[1])...).want(200,
		"Briefing with calendar invitation to "+all[1])
	if words := panelOf(other); words[0] != suggested[0] || !strings.HasSuffix(words[1], "chosen by you") {
		t.Errorf("after a swap they come since %q; before it %q", words, suggested)
	}
	confirm := other.fields("#confirm")
	done := mei.post(site.BookPath+"/confirm", confirm...)
	mei.follow(done).want(200, "The interview is booked.")
	i := w.interview(strings.TrimPrefix(done.Header.Get("Location"), site.InterviewsPath+"/"))
	if len(i.Panel) != 2 || i.Panel[0].Email != shown[0] || i.Panel[1].Email != all[1] || i.Panel[0].Seat != "Backend" {
		t.Errorf("the panel is %+v", i.Panel)
	}
	mei.post(site.BookPath+"/confirm", confirm...).leadsTo(site.InterviewPath(i.ID))
	why := i.Panel[0].Why
	if i.Panel[1].Why != models.ChosenByHand || why == "" || !strings.Contains(suggested[0], why) {
		t.Errorf("they come since %q and %q", i.Panel[0].Why, i.Panel[1].Why)
	}
	mei.get(site.InterviewPath(i.ID)).want(200, "chosen by hand").lacks("chosen by you")
}

// TestBookAsShown: a panel that would be another one by now than the page showed is not booked; a form that is sent
// twice books once (D11, D12).
func TestBookAsShown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.paneled(t, jonas, priya, tomas)
	mei := w.as(t, "recruiter")
	step := []string{"round", w.design(), "email", cleo, "name", "Cleo"}
	var pick string
	var preview *reply
	for _, pick = range freePicks(mei.post(site.BookPath, append(step, "step", "times")...)) {
		preview = mei.post(site.BookPath, append(step, "pick", pick)...).want(200, "was chosen:")
		if len(optionsOf(preview.all("#swap select")[1])) == 2 {
			break
		}
	}
	confirm := preview.fields("#confirm")
	start, _, _ := strings.Cut(pick, " ")
	order := w.ordered(dora)
	order.InterviewerEmail = valuesOf(confirm, "seated")[1]
	at, err := models.ParseInstant("start", start)
	w.must(err)
	order.Start = at
	w.must1(w.Bookings.Book(ctx, act.By{}, w.org, order))
	mei.post(site.BookPath+"/confirm", confirm...).want(409, "is not free any more", "Book this interview?")

	confirm = mei.post(site.BookPath, append(step, "pick", pick)...).
		want(200, "Nobody else who can take one of these seats is free then.").fields("#confirm")
	done := mei.post(site.BookPath+"/confirm", confirm...)
	mei.follow(done).want(200, "The interview is booked.")
	mei.post(site.BookPath+"/confirm", confirm...).leadsTo(done.Header.Get("Location"))
	equal(t, "interviews", w.interviews(t, "cleo"), 1)

	// Nobody is left for another panel then.
	mei.post(site.BookPath, "round", w.design(), "email", "zoe@candidate.example", "name", "Zoe", "pick", pick).
		want(409, "Nobody is free", "Backend")
}

// optionsOf are the values of a list's options.
func optionsOf(list *html.Node) (out []string) {
	for n := range list.Descendants() {
		if n.Data == "option" {
			out = append(out, attr(n, "value"))
		}
	}
	return out
}
