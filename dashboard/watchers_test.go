package dashboard

import (
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// TestWatchedPosting proves that a posting has whoever made it as its recruiter, that its form changes them, and that
// others follow it by a button (D27).
func TestWatchedPosting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const meisAddress = mei
	mei, admin := w.as(t, "recruiter"), w.as(t, "admin")
	form := mei.get("/dashboard/postings/new").fields("main form.card")
	made := mei.post("/dashboard/postings/new", having(form, "title", "Diver")...)
	path := made.Header.Get("Location")
	mei.follow(made).want(200, "Recruiters Mei Okafor").lacks("Follow", "Followed by")

	admin.get(path).want(200, "Follow").lacks("Followed by")
	admin.follow(admin.post(path+"/follow")).want(200, "You follow this posting.", "Followed by Inês Duarte", "Unfollow")
	edit := admin.get(path + "/edit").fields("main form.card")
	equal(t, "the recruiter whose box is ticked", typedIn(edit, "recruiters"), meisAddress)
	admin.follow(admin.post(path+"/edit", append(edit, "recruiters", ines)...)).
		want(200, "Recruiters Mei Okafor , Inês Duarte", "recruiters from "+meisAddress+" to "+meisAddress+", "+ines).
		lacks("Followed by", "Unfollow")
	mei.post(path+"/edit", append(edit, "title", "Other")...).want(409, "Somebody saved this meanwhile")
	admin.post(path+"/edit", having(admin.get(path+"/edit").fields("main form.card"), "recruiters", jonas)...).
		want(400, "neither admin nor recruiter")

	notices := admin.get(site.NoticesPath).want(200, "You recruit for", "Diver", "Turbine Software Engineer")
	chosen := notices.fields("main form.card")
	equal(t, "how a recruiter is told", typedIn(chosen, "recruiting"), "at_once")
	equal(t, "how who follows is told", typedIn(chosen, "following"), "daily")
	saved := admin.follow(admin.post(site.NoticesPath, having(chosen, "recruiting", "never")...)).
		want(200, "It is saved.")
	equal(t, "what was chosen", typedIn(saved.fields("main form.card"), "recruiting"), "never")
	admin.post(site.NoticesPath, having(chosen, "recruiting", "weekly")...).want(400)
	other := site.PostingPath(w.posting("site-operations"), "")
	admin.post(other + "/follow").leadsTo(other)
	admin.follow(admin.post(other+"/unfollow", "back", site.NoticesPath)).want(200,
		"You do not follow the posting any more.", "You follow None.")

	jonas := w.as(t, "interviewer")
	jonas.get(models.DashboardPath).want(200).lacks("What is new", "How you are told")
	jonas.get(site.NewsPath).want(403)
	jonas.post(path + "/follow").want(403)
}

// TestWhatIsNew proves that the first page counts what is new, that its page marks it, and that looking changes nothing
// (D10, D27).
func TestWhatIsNew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mei := w.as(t, "recruiter")
	mei.get(models.DashboardPath).want(200).lacks("new to you")
	mei.get(site.NewsPath).want(200, "No candidate did anything here")
	w.at(noon.Add(time.Minute))
	w.handIn(rosa, time.Hour)
	mei.get(models.DashboardPath).want(200, "1 thing that candidates did on your postings is new to you.")
	before := w.rows()
	page := mei.get(site.NewsPath).want(200, "1 new", "Rosa <i>Lind</i> handed in", "for Turbine Software Engineer")
	w.unchanged(t, before, "looking at what is new")
	if to := attr(page.one("main .lines b").Parent, "href"); !strings.HasPrefix(to, site.CandidatesPath+"/") {
		t.Errorf("it leads to %q", to)
	}
	mei.post(site.NewsPath+"/seen", "up_to", "yesterday").want(400)
	mei.follow(mei.post(site.NewsPath+"/seen", page.fields("main form[action="+site.NewsPath+"/seen]")...)).
		want(200, "All of it is marked as seen.", "Nothing new since you marked all as seen", "handed in").lacks("1 new")
	mei.get(models.DashboardPath).want(200).lacks("new to you")
}
