package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// ChooseFile chooses a file of that name and content in the page's field for one.
func (v *Visitor) ChooseFile(name, content string) *Visitor {
	v.t.Helper()
	defer v.acts("choose "+name, 1)()
	path := filepath.Join(v.t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		v.t.Fatal(err)
	}
	v.do("choose "+name, chromedp.SetUploadFiles("#file", []string{path}))
	return v
}

// Files in browsers, with scripts and without: a recruiter adds one to a take-home, the candidate opens it once they
// have started, adds and removes their own with whichever button, and the recruiter reads what was handed in.
func TestPagesFiles(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	team := o.signedIn(t, "root")
	team.Open(o.API+"/dashboard/assessments/"+o.Assessment("lens")).Want(200, "It brings no files along.")
	team.ChooseFile("lenses.csv", "focal,aperture\n50,1.4\n").Click("Add the file").
		Want(200, "The file is added.", "lenses.csv", "1 kB").Looks("assessment-files")

	for n, habits := range [][]Habit{{}, {NoScript, Phone}} {
		name := []string{"files-scripts", "files-plain"}[n]
		invited := o.Invite(t, name, "engineer", "lens").Want(201)
		v := o.Visitor(t, habits...)
		looks := func(v *Visitor, state string) {
			if n == 0 { // as in [manner.looks]
				v.Looks("files" + state)
			}
		}
		v.Open(invited.Text("invite_url")).Want(200, "1 file, which you can open once you have started").
			WantNot("lenses.csv").Click("Start the assessment").Want(200).Click("Start now").
			Want(200, "Files for this assessment", "lenses.csv", "Your files")
		v.Fill("Your answer", "See the files.").ChooseFile("notes.txt", "noted").Click("Add this file").
			Want(200, "The file is added", "notes.txt").Told("your draft is saved")
		if text := v.Value("Your answer"); text != "See the files." {
			t.Errorf("%s: beside the file the answer is %q", name, text)
		}
		v.ChooseFile("empty.txt", "").Click("Add this file").Want(400, "Choose a file first")
		looks(v, "-refused")
		v.Click("Remove notes.txt").Want(200, "The file is removed").WantNot("notes.txt")
		v.ChooseFile("catalogue.zip", "PK\x03\x04").Click("Save draft").Want(200, "catalogue.zip")
		looks(v, "")
		v.ChooseFile("Übersicht.pdf", "%PDF-1.4").Click("Check and hand in").
			Want(200, "Hand in this answer?", "catalogue.zip", "Übersicht.pdf")
		looks(v, "-hand-in")
		v.Click("Hand in").Want(200, "You have handed in your answer", "Übersicht.pdf")
		looks(v, "-done")
		team.Open(o.API+"/dashboard/submissions/"+o.submissionOf(t, invited.Text("invite_id"))).
			Want(200, "catalogue.zip", "application/zip", "Übersicht.pdf")
		looks(team, "-submission")
	}
}

// A second press while a file is on its way neither stops it nor sends another one, and the page says what happens.
func TestPagesFileSentTwice(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	invited := o.Invite(t, "twice", "engineer", "lens").Want(201)
	v := o.Visitor(t)
	v.Open(invited.Text("invite_url")).Click("Start the assessment").Click("Start now").Want(200, "Your files")
	v.Fill("Your answer", "See the file.").ChooseFile("work.bin", strings.Repeat("x", 1<<20))
	v.connects(false, &network.Conditions{URLPattern: "*://*/files*", Latency: 1500, DownloadThroughput: -1,
		UploadThroughput: -1})
	v.mu.Lock()
	before := len(v.sent)
	v.mu.Unlock()
	v.leads("press twice", chromedp.Evaluate[chromedp.Void](`(() => {
		const said = document.getElementById('draft-said'), button = document.getElementById('add-file');
		new MutationObserver(() => {
			if (said.textContent !== document.getElementById('answer').dataset.sending) return;
			dispatchEvent(new Event('pageshow')); // as if the seconds in which page.js sends no form twice were over
			for (let n = 0; n < 3; n++) button.click();
			document.getElementById('submit').click();
		}).observe(said, { childList: true });
		button.click();
	})()`))
	v.Want(200, "The file is added", "work.bin").WantNot("Hand in this answer?")
	v.mu.Lock()
	sent := v.sent[before:]
	v.mu.Unlock()
	if got := v.Value("Your answer"); len(sent) != 1 || got != "See the file." {
		t.Errorf("%d forms were sent, and the answer is %q", len(sent), got)
	}
}
