package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// TestAccommodation proves that a candidate says what they need on each of their pages, changes and withdraws it; that
// what is refused keeps what was typed; and that the page of an interview, which others may know, shows nothing of it.
func TestAccommodation(t *testing.T) {
	t.Parallel()
	typedIn := func(r *reply) string {
		return strings.TrimSpace(content(r.element("accommodation-text")))
	}
	for name, assessment := range map[string]string{"picking": "design", "an assessment": "takehome"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open(t)
			_, path := f.invite(cleo, assessment)
			form := func(r *reply, text string) []string { return append(r.fields("accommodation-form"), "text", text) }
			page := f.get(path+"?zone=Asia/Kathmandu").want(http.StatusOK, "Do you need something?", "Only recruiters")
			if has(page.element("accommodation"), "open") || page.find("accommodation-withdraw") != nil {
				t.Error("the form is unfolded, or there is something to withdraw")
			}
			first := form(page, "A sign <b>interpreter</b>\r\n\r\n\r\nand captions")
			r := f.browser().follow(f.post(path+"/accommodation", first...)).want(http.StatusOK, "has what you need",
				"since Monday, 3 March 2031, 17:45")
			equal(t, "the text", typedIn(r), "A sign <b>interpreter</b>\n\nand captions")
			rows := f.rows()
			f.post(path+"/accommodation", first...).want(http.StatusSeeOther)
			f.unchanged(rows, "a form that is sent twice")

			f.at(noon.Add(time.Minute))
			f.browser().follow(f.post(path+"/accommodation", form(r, "A ramp")...)).want(http.StatusOK)
			rows = f.rows()
			late := f.post(path+"/accommodation", form(r, "More time")...).want(http.StatusConflict,
				"changed in another tab", "A ramp")
			equal(t, "what was typed in an old tab", typedIn(late), "More time")
			long := strings.Repeat("語", 2001)
			r = f.post(path+"/accommodation", form(f.get(path), long)...).want(http.StatusBadRequest, "2,001 characters")
			equal(t, "what is too long", typedIn(r), long)
			equal(t, "the message leads to", attr(r.all("a")[0], "href"), "#accommodation-text")
			f.unchanged(rows, "refused forms")

			r = f.get(path)
			f.browser().follow(f.post(path+"/accommodation", append(form(r, "A ramp"), "withdraw", "1")...)).want(http.StatusOK,
				"withdrawn and erased").lacks("A ramp")
			f.post(path+"/accommodation", form(f.get(path), " \r\n")...).want(http.StatusBadRequest, "Write what you need")
			if strings.Contains(f.log.String(), "ramp") || strings.Contains(f.log.String(), "interpreter") {
				t.Errorf("the log says what they need:\n%s", f.log)
			}
		})
	}
	t.Run("on the page of an interview", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, on(5, 9, 0)).Interview
		path := sessionPath(i)
		fields := func() []string { return f.get(path).fields("accommodation-form") }
		f.browser().follow(f.post(path+"/accommodation", append(fields(), "text", "Captions")...)).want(http.StatusOK,
			"The hiring team has it").lacks("Captions")
		f.browser().follow(f.post(path+"/accommodation", append(fields(), "text", "A ramp")...)).want(http.StatusOK).lacks("A ramp")
		f.post(path+"/accommodation", append(fields(), "text", "", "withdraw", "1")...).want(http.StatusBadRequest)
		a, err := f.Candidates.Accommodation(ctx, models.Ref{OrgID: i.OrgID, ID: i.CandidateID})
		f.must(err)
		equal(t, "stored", a.Text, "Captions\n\nA ramp")
		f.at(on(5, 11, 0))
		if f.get(path).want(http.StatusOK, "is over").find("accommodation") != nil {
			t.Error("something can be asked for after the interview")
		}
		f.post(path+"/accommodation", "text", "Too late").want(http.StatusConflict, "cannot be asked here any more",
			"Too late")
	})
	t.Run("what a closed page is sent stays", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.invite(cleo, "design")
		f.exec("update candidates set state = 'withdrawn'")
		f.post(path+"/accommodation", "text", "Captions", "seen", "").want(http.StatusGone, "nothing left to schedule",
			"Captions")
	})
}
