package e2e

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// draftPattern are the addresses where pages save drafts.
const draftPattern = "*://*:*/a/*/draft*"

// loses lets the visitor's requests fail from now on whose address has this form, "" for any: the browser knows by
// itself that it is offline only if everything fails. What it says of them is no fault of the page.
func (v *Visitor) loses(pattern string) {
	v.t.Helper()
	v.mute(true)
	v.connects(pattern == "", &network.Conditions{URLPattern: pattern, Offline: true})
}

// finds ends what loses began.
func (v *Visitor) finds() {
	v.t.Helper()
	v.connects(false)
	v.mute(false)
}

func (v *Visitor) connects(offline bool, conditions ...*network.Conditions) {
	v.t.Helper()
	v.do("change the connection", tell(network.EmulateNetworkConditionsByRule.Method,
		network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: conditions}),
		tell(network.OverrideNetworkState.Method, network.OverrideNetworkStateParams{Offline: offline,
			DownloadThroughput: -1, UploadThroughput: -1}))
}

// begins runs a script before those of each page that the visitor opens from now on.
func (v *Visitor) begins(script string) {
	v.t.Helper()
	v.do("change what pages begin with", tell(page.AddScriptToEvaluateOnNewDocument.Method,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: script}))
}

// later moves the clock of the pages that the visitor opens from now on.
func (v *Visitor) later(d time.Duration) {
	v.t.Helper()
	v.begins("{ const real = Date.now; Date.now = () => real() + " + strconv.FormatInt(d.Milliseconds(), 10) + "; }")
}

// keptKeys are the keys of what pages keep in the visitor's browser.
func (v *Visitor) keptKeys() []string {
	v.t.Helper()
	return ask[[]string](v, "read the storage", "Object.keys(localStorage)")
}

// saves presses "Save draft", by which the page is left where scripts do not run.
func (v *Visitor) saves() *Visitor {
	v.t.Helper()
	if !v.scripts {
		return v.Click("Save draft").Told("Your draft is saved")
	}
	v.Tap("Save draft").follows("Your draft is saved.")
	return v
}

// started opens the page of a take-home that the candidate has started, and returns its link and the candidate's id.
func (o *Org) started(t testing.TB, candidate string) (link, id string) {
	t.Helper()
	invited := o.Invite(t, candidate, "engineer", "lens").Want(201)
	link = invited.Text("invite_url")
	o.Post(t, link+"/start", nil).Want(303)
	return link, invited.Text("invite_id")
}

// drafted waits until the service has this text as the candidate's draft.
func (o *Org) drafted(t testing.TB, candidate, text string) {
	t.Helper()
	Until(t, letterTimeout, "the draft to be saved", func() (bool, string) {
		got := o.column(t, "select coalesce((select text from answers where candidate_id = $1), '')", candidate)
		return got == text, got
	})
}

// A take-home saves by itself, in the service and in the browser, and nothing but the draft is written.
func TestPagesDraft(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	link, id := o.started(t, "drafting")
	rest := func() string {
		return o.column(t, "select revision from candidates where id = $1", id) + " " +
			o.column(t, "select count(*) from history where subject_id = $1", id)
	}
	before := rest()

	v := o.Visitor(t)
	v.Open(link).Want(200, "Your answer").Fill("Your answer", "by itself")
	o.drafted(t, id, "by itself")
	v.follows("Draft last saved: ")
	if after := rest(); after != before {
		t.Errorf("a draft changed the candidate's revision and history from %s to %s", before, after)
	}
	asked := v.asked
	v.Reload()
	if got := v.Value("Your answer"); got != "by itself" || v.asked != asked {
		t.Errorf("after a reload the field holds %q, and leaving asked %d times", got, v.asked-asked)
	}

	// Without a connection both buttons stay on the page.
	v.loses("")
	at := v.URL()
	v.Fill("Your answer", "offline")
	v.Tap("Save draft").follows("There is no connection at the moment, so your draft is not saved yet.")
	v.Tap("Check and hand in").follows("so your answer is not handed in.")
	v.Tap("Deutsch").Want(200, "so your draft is not saved yet.").WantNot("not handed in")
	if v.URL() != at || v.Value("Your answer") != "offline" {
		t.Errorf("offline the page became %s and holds %q", shortened(v.URL()), v.Value("Your answer"))
	}
	v.finds()
	o.drafted(t, id, "offline")
	v.follows("Your draft is saved.")

	// What did not reach the service is there after a reload. The keys in the browser name the invitation only.
	v.loses(draftPattern)
	v.Fill("Your answer", "kept").Tap("Save draft").follows("There is no connection")
	keys := v.keptKeys()
	if len(keys) != 1 || !strings.HasPrefix(keys[0], "litmus-draft/invitation/"+id+"/") {
		t.Errorf("the browser's storage has %q, want one draft of %s", keys, id)
	}
	v.Reload().follows("What you typed before is back from this browser.")
	if got := v.Value("Your answer"); got != "kept" || v.asked != asked+1 {
		t.Errorf("after a reload the field holds %q; leaving asked %d times, want once", got, v.asked-asked)
	}
	v.finds()
	v.saves()
	o.drafted(t, id, "kept")

	// What was saved although its answer was lost is no newer draft of somebody else.
	ask[bool](v, "lose an answer", `(() => { const real = fetch;
window.fetch = async (...a) => { await real(...a); window.fetch = real; throw new TypeError('lost'); };
return true; })()`)
	v.Fill("Your answer", "answer lost")
	v.Tap("Save draft").follows("There is no connection")
	v.Fill("Your answer", "answer lost, and more").saves()
	o.drafted(t, id, "answer lost, and more")

	// The same, if the page is left before the answer comes.
	ask[bool](v, "leave an answer out", `(() => { const real = fetch;
window.fetch = (...a) => { real(...a); return new Promise(() => {}); };
return true; })()`)
	v.Fill("Your answer", "page left")
	o.drafted(t, id, "page left")
	v.Fill("Your answer", "page left, and more").Reload()
	if got := v.Value("Your answer"); got != "page left, and more" {
		t.Errorf("after the page was left the field holds %q", got)
	}
	v.saves()
	o.drafted(t, id, "page left, and more")

	v.Click("Check and hand in").Want(200, "page left, and more")
	v.Click("Hand in").Want(200, "You have handed in your answer", "page left, and more")
	if keys := v.keptKeys(); len(keys) != 0 {
		t.Errorf("after handing in the browser's storage has %q", keys)
	}
}

// A tab does not overwrite what another one saved, and neither text is lost.
func TestPagesDraftStale(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	link, id := o.started(t, "two-tabs")
	v, w := o.Visitor(t), o.Visitor(t)
	v.Open(link)
	w.Open(link).Fill("Your answer", "saved elsewhere").saves()
	v.Fill("Your answer", "typed here").follows("A newer draft was saved from another tab or device")
	o.drafted(t, id, "saved elsewhere")
	v.Click("Save draft").Want(409, "You saved a newer draft from another tab or device")
	if got := v.Value("Your answer"); got != "saved elsewhere" || v.Value("What you typed") != "typed here" {
		t.Errorf("the form holds %q, beside it stands %q", got, v.Value("What you typed"))
	}

	v.Open(link).Want(200, "This browser kept something that you typed").Looks("take-home-other-draft")
	v.Tap("Remove it from this browser").WantNot("This browser kept something")
	v.Open(link).Want(200).WantNot("This browser kept something")
}
