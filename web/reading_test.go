package web_test

import (
	"net/http"
	"strings"
	"testing"

	"litmus/models"
)

// reads says how the candidate of a page is known to read.
func (f *fixture) reads(path string) models.Reading {
	f.t.Helper()
	c, err := f.Candidates.Candidate(ctx, candidateOf(path))
	f.must(err)
	return c.Reading()
}

// A page is in the language that the browser asks for, with the times of the region, until the candidate chooses; what
// they chose, or what they read when they acted, stays for the next page in any browser.
func TestReading(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "design")
	b := f.browser()
	b.reads = "de-DE,de;q=0.9,en;q=0.8"
	before := f.rows()
	r := b.get(path).want(http.StatusOK, "Wählen Sie einen Termin für Ihr Gespräch", "Acme & Söhne möchte Sie kennenlernen.",
		"Gültig bis", "Montag, 17. März 2031, 13:00 Uhr (Ortszeit Berlin, UTC+1)", "Dienstag, 4. März 2031", "2 Termine",
		"1 Termin", "Zeitzone", "Uhrzeiten in Berlin").lacks("Pick a time")
	equal(t, "the language of the page", attr(r.all("html")[0], "lang"), "de")
	f.unchanged(before, "a page")
	b.get(path[:len(path)-1]+"x").want(http.StatusNotFound, "Dieser Link funktioniert nicht")

	// The letters that follow are in the language in which they picked.
	b.follow(b.post(path, "start", wire(on(6, 9, 0)), "zone", "Asia/Kathmandu")).want(http.StatusOK,
		"Ihr Termin ist gebucht", "Donnerstag, 6. März 2031, 14:45–15:45 Uhr (Ortszeit Kathmandu, UTC+5:45)",
		"noch 2-mal verschieben", "Es beginnt in 2 Tagen.")
	equal(t, "what is known", f.reads(path), models.Reading{Language: "de", HourCycle: models.TwentyFourHours})

	other := f.browser()
	other.reads = "en-US"
	other.get(path).want(http.StatusOK, "Ihr Termin ist gebucht", "14:45–15:45 Uhr (Ortszeit")
	english := other.post(path+"/language", "language", "en", "query", "zone=Asia%2FKolkata")
	equal(t, "where the switch leads", english.Header.Get("Location"), path+"?zone=Asia%2FKolkata")
	other.follow(english).want(http.StatusOK, "Your interview is booked", "14:30–15:30 (Kolkata time, UTC+5:30)")
	other.follow(other.post(path+"/language", "hours", "h12", "query", "zone=America%2FNew_York")).want(http.StatusOK,
		"4:00–5:00 am (New York time, UTC−5)", "you can move your interview 2 more times, until Wednesday, 5 March 2031, "+
			"4:00 pm (New York time, UTC−5)")
	equal(t, "what is known", f.reads(path), models.Reading{Language: "en", HourCycle: models.TwelveHours})
	b.get(path).want(http.StatusOK, "Your interview is booked")

	before = f.rows()
	for _, fields := range [][]string{{"language", "xx"}, {"hours", "13"}} {
		b.post(path+"/language", fields...).want(http.StatusBadRequest, "Nothing was changed")
	}
	b.post(path[:len(path)-1]+"x/language", "language", "de").want(http.StatusNotFound)
	if to := b.post(path+"/language", "query", "//evil.example/\r\nx").Header.Get("Location"); !strings.HasPrefix(to,
		path+"?") {
		t.Errorf("the switch leads to %s", to)
	}
	f.unchanged(before, "a switch that was refused")
}

// Each page that is the candidate's alone has the switch, and it changes the others: what their browser asks for does
// not count any more, neither for the page nor for what it says of a form.
func TestReadingOnEachPage(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, link := f.external(cleo)
	b := f.browser()
	b.reads = "en-US"
	b.get(link)
	takehome := f.started("cora@c.example")
	for name, c := range map[string]struct{ path, english, german string }{
		"external link": {link, "This link works once.", "Dieser Link funktioniert einmal."},
		"assessment":    {takehome, "You have started.", "Sie haben begonnen."},
	} {
		r := b.get(c.path).want(http.StatusOK, c.english)
		if buttons := r.all("button"); len(buttons) == 0 || !strings.Contains(r.text(), "Deutsch") {
			t.Errorf("%s has no switch", name)
		}
		b.follow(b.post(c.path+"/language", "language", "de")).want(http.StatusOK, c.german).lacks(c.english)
	}
	b.get(link).want(http.StatusOK, "Dieser Link funktioniert einmal.")
	running := b.follow(b.post(link)).want(http.StatusOK, "Ihr Gespräch läuft")
	equal(t, "the language of the session", attr(running.all("html")[0], "lang"), "de")
	f.get(link).want(http.StatusGone, "This link cannot be used") // another browser, which is nobody's
	f.post(link+"/language", "language", "en").want(http.StatusGone)
	b.get(link).want(http.StatusOK, "Ihr Gespräch läuft")

	// What the page says of its forms.
	r := b.get(takehome)
	saved := b.follow(b.post(takehome+"/draft", append(r.fields("answer"), "text", "Half of it")...))
	saved.want(http.StatusOK, "Ihr Entwurf ist gespeichert.").lacks("Your draft is saved.")
	equal(t, "the language of the page", attr(saved.all("html")[0], "lang"), "de")
	b.follow(b.post(takehome+"/accommodation", append(r.fields("accommodation-form"), "text", "Captions")...)).
		want(http.StatusOK, "Das Recruiting-Team weiß, was Sie brauchen")
	b.post(takehome+"/submit", "text", strings.Repeat("ä", 100001), "links", "").want(http.StatusBadRequest,
		"Bitte prüfen:", "Ihre Antwort hat 100.001 Zeichen; höchstens 100.000 sind möglich.")

	// The switch of a form saves what was typed, unless it names no language.
	before := f.rows()
	typed := append(b.get(takehome).fields("answer"), "text", "All of it")
	b.post(takehome+"/draft", append(typed, "language", "xx")...).want(http.StatusBadRequest, "Es wurde nichts gespeichert",
		"All of it")
	f.unchanged(before, "a switch that was refused")
	if log := f.log.String(); strings.Contains(log, "ERROR") {
		t.Errorf("the log has an error\n%s", log)
	}
	b.follow(b.post(takehome+"/draft", append(typed, "language", "en")...)).
		want(http.StatusOK, "Your draft is saved.", "All of it")
}

// The page of an interview is as its candidate reads, and nobody changes that there: others know its address.
func TestReadingOfInterview(t *testing.T) {
	t.Parallel()
	f := open(t)
	i := f.book("cara@c.example", on(6, 9, 0)).Interview
	path, candidate := sessionPath(i), models.Ref{OrgID: i.OrgID, ID: i.CandidateID}
	is := func(want models.Reading) {
		t.Helper()
		c, err := f.Candidates.Candidate(ctx, candidate)
		f.must(err)
		equal(t, "what is known", c.Reading(), want)
	}
	interviewer := f.browser()
	interviewer.reads = "en-US"
	interviewer.get(path).want(http.StatusOK, "It starts in").lacks("Deutsch")
	interviewer.post(path+"/language", "language", "en").want(http.StatusNotFound)
	interviewer.follow(interviewer.post(path+"/accommodation", "text", "Captions")).want(http.StatusOK, "It is sent.")
	is(models.Reading{})

	german := models.Reading{Language: "de", HourCycle: models.TwentyFourHours}
	f.must(f.Candidates.SetReading(ctx, candidate, german))
	interviewer.get(path).want(http.StatusOK, "Es beginnt in").lacks("English")
	interviewer.follow(interviewer.post(path+"/accommodation", "text", "Captions")).want(http.StatusOK, "Gesendet.")
	interviewer.post(path+"/accommodation").want(http.StatusBadRequest, "Schreiben Sie zuerst, was Sie brauchen.")
	interviewer.post(path+"/proposal").want(http.StatusBadRequest, "Wählen Sie mindestens einen Tag")
	cancel := interviewer.get(path+"/cancel").want(http.StatusOK, "Ihr Gespräch absagen?", "Grund (freiwillig)")
	interviewer.follow(interviewer.post(path+"/cancel", cancel.fields("cancel")...)).want(http.StatusOK,
		"Ihr Gespräch ist abgesagt").lacks("English")
	interviewer.get(path).want(http.StatusGone, "Dieses Gespräch wurde abgesagt")
	is(german)
}

// A browser that comes too late for a link does not say how its candidate reads.
func TestReadingOfUsedLink(t *testing.T) {
	t.Parallel()
	f := open(t)
	i, link := f.external(cleo)
	f.post(link).want(http.StatusSeeOther)
	late := f.browser()
	late.reads = "de-DE"
	late.post(link).want(http.StatusGone)
	c, err := f.Candidates.Candidate(ctx, models.Ref{OrgID: i.OrgID, ID: i.CandidateID})
	f.must(err)
	equal(t, "what is known", c.Reading(), models.Reading{})
}

// Who says nothing reads the language of the organization.
func TestReadingOfOrganization(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "design")
	f.exec("update organizations set language = 'de'")
	f.get(path).want(http.StatusOK, "Wählen Sie einen Termin")
	french := f.browser()
	french.reads = "fr-CA"
	french.get(path).want(http.StatusOK, "Wählen Sie einen Termin", "10:00", "Ortszeit Berlin").lacks("AM", "PM")
	english := f.browser()
	english.reads = "en-AU,en;q=0.9"
	english.get(path).want(http.StatusOK, "Pick a time", "10:00\u00a0am, Tuesday, 4 March 2031")
	f.must(f.Candidates.SetReading(ctx, candidateOf(path), models.Reading{Language: "de"}))
	english.get(path).want(http.StatusOK, "Wählen Sie einen Termin", "10:00").lacks("AM", "PM")
	english.follow(english.post(path, "start", wire(on(6, 9, 0)), "zone", "Europe/Berlin")).want(http.StatusOK, "10:00")
	equal(t, "what is known", f.reads(path), models.Reading{Language: "de", HourCycle: models.TwentyFourHours})
}
