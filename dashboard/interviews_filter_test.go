package dashboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
)

// options returns the values and names of a list to choose from.
func (r *reply) options(id string) (out []string) {
	for _, o := range r.all("#" + id + " option") {
		out = append(out, attr(o, "value")+" "+content(o))
	}
	return out
}

// chips returns what the chips of the page say, each with where it leads.
func (r *reply) chips() (words, paths []string) {
	for _, a := range r.all(".chips a") {
		words = append(words, strings.TrimSuffix(content(a), " , show the list without it"))
		paths = append(paths, attr(a, "href"))
	}
	return words, paths
}

// TestFilterChips proves D11: whatever narrows the list is shown, as a field of the form or as a chip that takes it
// away, and the form carries it on; who may not see what an id means is not told.
func TestFilterChips(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	i := w.bookedFor(cleo)
	w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	recruiter, round := w.as(t, "recruiter"), w.design()
	link := site.Href(site.InterviewsPath, "candidate", i.CandidateID, "round", round, "updated_since", "2031-03-03T11:00:00Z")
	page := recruiter.get(link).want(200)
	words, paths := page.chips()
	if want := []string{"Round: System design", "Candidate: Cleo", "Changed since Mon 3 Mar 2031, 12:00 CET"}; !slices.
		Equal(words, want) {
		t.Errorf("the chips say %q, want %q", words, want)
	}
	for n, name := range []string{"round", "candidate", "updated_since"} {
		if strings.Contains(paths[n], name) || strings.Count(paths[n], "=") != 2 {
			t.Errorf("the chip %q leads to %s", words[n], paths[n])
		}
		recruiter.get(paths[n]).want(200, "Cleo")
	}
	fields := page.fields("form.filter")
	for _, name := range []string{"candidate", i.CandidateID, "round", round, "updated_since", "2031-03-03T11:00:00Z"} {
		if !slices.Contains(fields, name) {
			t.Errorf("the form loses %s: %q", name, fields)
		}
	}
	if words, _ = recruiter.get(site.InterviewsPath + "?candidate=cand_none").chips(); !slices.Equal(words,
		[]string{"Candidate: one of a link"}) {
		t.Errorf("of a candidate who is not there the chips say %q", words)
	}
	if words, _ = w.as(t, priya).get(link).want(200).lacks("Cleo").chips(); len(words) != 3 ||
		words[1] != "Candidate: one of a link" {
		t.Errorf("Priya, whose interview it is not, is told %q", words)
	}
	if words, _ := recruiter.get(site.InterviewsPath + "?q=cleo&from=2031-03-04").chips(); len(words) != 0 {
		t.Errorf("what has a field stands in chips, too: %q", words)
	}
}

// TestFilterByRoundAndChange proves D11: the form narrows the list to a round of the chosen posting and to what changed
// since a day, which begins by the viewer's clock.
func TestFilterByRoundAndChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at(time.Date(2031, 3, 2, 22, 59, 59, 0, time.UTC))
	w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	w.at(noon)
	w.bookedFor(cleo)
	recruiter, posting := w.as(t, "recruiter"), w.turbine()
	round := w.design()
	first := recruiter.get(site.InterviewsPath).want(200, "More filters", "Choose a posting and press Show first")
	if has(first.one("details.more"), "open") || slices.Contains(first.fields("form.filter"), "round") {
		t.Error("the fields that nobody used are open, or are sent")
	}
	page := recruiter.get(site.InterviewsPath + "?" + form(having(first.fields("form.filter"), "posting", posting)...))
	if all := page.options("round"); !slices.Contains(all, round+" Applicants: System design") ||
		slices.ContainsFunc(all, func(o string) bool { return strings.Contains(o, "Take-home") }) {
		t.Errorf("the rounds to choose from are %q", all)
	}
	page = recruiter.get(site.InterviewsPath+"?"+form(having(page.fields("form.filter"), "round", round)...)).
		want(200, "Cleo")
	if words, _ := page.chips(); len(words) > 0 || !has(page.one("details.more"), "open") {
		t.Errorf("the chosen round is not open, or stands in the chips %q", words)
	}
	// Another posting has other rounds: the one of before is dropped, and not kept as a filter that finds nothing.
	other := recruiter.get(site.InterviewsPath+"?"+form(having(page.fields("form.filter"), "posting",
		w.posting("site-operations"))...)).want(200, "No interview matches")
	if fields := other.fields("form.filter"); slices.Contains(fields, round) {
		t.Errorf("the round of another posting is carried on: %q", fields)
	}
	// Dora was booked a second before the day began in Amsterdam, Cleo at noon.
	for day, want := range map[string]string{"2031-03-03": "Cleo", "2031-03-02": "Cleo\nDora", "2031-03-04": ""} {
		if got := recruiter.get(site.InterviewsPath + "?updated_since=" + day).want(200).text("tbody th a"); got != want {
			t.Errorf("since %s %q changed, want %q", day, got, want)
		}
	}
	recruiter.get(site.InterviewsPath+"?updated_since=2031-02-30").want(400, "is not")
}

// TestFilterFolds proves D11: what the form is filled with stands in the line that it is folded into on a phone, and a
// filter that cannot be read is open.
func TestFilterFolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	recruiter := w.as(t, "recruiter")
	for query, want := range map[string]string{"": "Filter", "?q=cleo&from=2031-03-04&posting=" +
		w.turbine(): "Filter: “cleo”, Turbine Software Engineer, from 4 Mar 2031"} {
		page := recruiter.get(site.InterviewsPath + query).want(200)
		equal(t, query, page.text("details.fold summary.button"), want)
		equal(t, query+": it is open", has(page.one("details.fold"), "open"), false)
	}
	page := recruiter.get(site.InterviewsPath + "?from=x").want(400)
	equal(t, "what cannot be read is open", has(page.one("details.fold"), "open"), true)
}
