package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// TestAskStart proves that a time limit begins on a page of its own, which says in the visitor's zone when it would
// end, and that looking at that page consumes nothing.
func TestAskStart(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "takehome")
	before := f.rows()
	for range 2 {
		r := f.get(path+"/start?zone=Asia/Kathmandu").want(http.StatusOK, "Start the assessment?", "cannot be stopped",
			"Take-home <em>", "Backend Engineer", "3 hours", "Ends if you start at 17:45", "Monday, 3 March 2031, 20:45 "+
				"(Kathmandu time, UTC+5:45)", "Once the time limit has passed you can still hand in", "Open until")
		if attr(r.element("start"), "action") != path+"/start?zone=Asia%2FKathmandu" ||
			attr(r.element("another"), "href") != path+"?zone=Asia%2FKathmandu" {
			t.Errorf("it leads to\n%s", r.Body)
		}
		equal(t, "the other choice", content(r.element("another")), "Not yet")
	}
	f.browser().do("HEAD", path+"/start", "").want(http.StatusOK)
	f.unchanged(before, "a look at the page")
	f.at(noon.Add(time.Hour))
	f.post(path + "/start").want(http.StatusSeeOther)
	for _, page := range []string{"/start", ""} { // a page from before leads on
		b := f.browser()
		r := b.get(path + page)
		if page != "" {
			equal(t, "where it leads", r.want(http.StatusSeeOther).Header.Get("Location"), path)
			r = b.follow(r)
		}
		r.want(http.StatusOK, "The time limit ends in 3 hours, on Monday, 3 March 2031, 17:00 (Berlin time, UTC+1).")
	}

	f.exec("update assessments set time_limit_minutes = 0")
	_, free := f.invite("free@c.example", "takehome")
	equal(t, "without a limit the button goes to", attr(f.get(free).element("start"), "action"), free+"/start")
	equal(t, "without a limit the page leads to", f.get(free+"/start").want(http.StatusSeeOther).Header.
		Get("Location"), free)
	f.get(path).lacks("time limit")
}

// TestAskHandIn proves that the draft is saved and shown as it will be read before it is handed in, and that what is
// handed in is what the page showed.
func TestAskHandIn(t *testing.T) {
	t.Parallel()
	f := open(t)
	path := f.started(cleo)
	look := path + "/hand-in"
	to := f.get(look).want(http.StatusSeeOther).Header.Get("Location") // there is no draft yet
	equal(t, "without a draft the page leads to", to, path)
	const text = "<b>Bold</b>\n  second line"
	for range 2 { // a double click
		to = f.post(look+"?zone=Asia/Tokyo", "saved_at", "", "text", text, "links", "https://a.example/?b=<c>").
			want(http.StatusSeeOther).Header.Get("Location")
		equal(t, "what was looked over is at", to, look+"?zone=Asia%2FTokyo")
	}
	before := f.rows()
	r := f.get(to).want(http.StatusOK, "Hand in this answer?", "Acme & Söhne will read", "no longer be changed",
		"<b>Bold</b>", "second line", "https://a.example/?b=<c>", "on Tuesday, 4 March 2031, 00:00 (Tokyo time, UTC+9).",
		"Hand in", "Go on working")
	equal(t, "going on is at", attr(r.element("another"), "href"), path+"?zone=Asia%2FTokyo")
	equal(t, "handing in is at", attr(r.element("hand-in"), "action"), path+"/submit?zone=Asia%2FTokyo")
	if has(r.all("html")[0], "data-drafts") {
		t.Error("the page keeps drafts without a field")
	}
	f.unchanged(before, "a look at the page")
	equal(t, "the draft", content(f.get(path).element("text")), text)

	// Meanwhile another tab saves a newer draft, and the page from before does not hand in the older one.
	shown := r.fields("hand-in")
	f.at(noon.Add(time.Hour))
	f.post(path+"/draft", "text", "newer").want(http.StatusSeeOther)
	r = f.post(path+"/submit", shown...).want(http.StatusConflict, "You saved a newer draft")
	equal(t, "what was sent", content(r.element("typed")), text+"\n\nhttps://a.example/?b=<c>")
	f.post(look, "saved_at", "2031-03-03T12:00:00.000Z", "text", "older").want(http.StatusConflict, "newer draft")

	before = f.rows()
	r = f.post(look, "text", " \n", "links", "").want(http.StatusBadRequest, "There is nothing to hand in yet")
	r.element("text-problem")
	r = f.post(look, "text", "mine", "links", "ftp://nowhere").want(http.StatusBadRequest, "Link 1 is not a web address")
	equal(t, "what was typed", content(r.element("text"))+content(r.element("links")), "mineftp://nowhere")
	f.unchanged(before, "a refused form")

	f.at(noon.Add(4 * time.Hour))
	r = f.get(look).want(http.StatusOK, "newer", "The time limit has passed. You can still hand in")
	for range 2 {
		to = f.post(path+"/submit", r.fields("hand-in")...).want(http.StatusSeeOther).Header.Get("Location")
		equal(t, "after handing in it goes on at", to, path)
	}
	f.get(path).want(http.StatusOK, "You have handed in your answer", "newer")
	f.get(look).want(http.StatusSeeOther)
	f.post(look, "text", "newer").want(http.StatusSeeOther)
	f.post(look, "text", "late").want(http.StatusConflict, "You handed in your answer before", "late")
	a, err := f.Candidates.Assessed(ctx, candidateOf(path))
	f.must(err)
	equal(t, "the state", a.Candidate.State, models.CandidateSubmitted)
	equal(t, "submissions", strings.Count(strings.Join(f.rows(), "\n"), "\nsubmissions "), 1)
}
