package e2e

import (
	"fmt"

	"github.com/chromedp/chromedp"
)

// Tick ticks the box or the choice that is called that, or takes the tick of a box away.
func (v *Visitor) Tick(name string) *Visitor {
	v.t.Helper()
	defer v.acts("tick "+name, 1)()
	if v.keyboard {
		return v.TabTo(name).Keys(" ")
	}
	return v.Tap(name)
}

// Date puts a date such as 2032-03-01 into the field of that label; by the keyboard it is typed as en-US has it.
func (v *Visitor) Date(label, date string) *Visitor {
	v.t.Helper()
	defer v.acts("fill "+label, 1)()
	if v.keyboard {
		v.TabTo(label).Keys(date[5:7] + date[8:] + date[:4])
	} else {
		v.do("fill "+label, chromedp.Evaluate[chromedp.Void](script(label, fmt.Sprintf("e.value = %q", date))))
	}
	if got := v.Value(label); got != date {
		v.t.Fatalf("field %q holds %q, want %q", label, got, date)
	}
	return v
}

// area opens an area of the dashboard by its name in the navigation, which a phone has behind a button.
func (v *Visitor) area(name string) *Visitor {
	v.t.Helper()
	if v.Offers("Menu") {
		v.Tap("Menu")
	}
	return v.Click(name)
}

// settles waits until the page of an interview has nothing to follow any more: by its script, or by its link where no
// scripts run.
func (v *Visitor) settles() {
	v.t.Helper()
	if !v.scripts {
		for v.Offers("Look again") {
			v.Click("Look again")
		}
		return
	}
	loads := v.loads()
	Until(v.t, letterTimeout, "everything to be sent", func() (bool, string) {
		busy, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool]("!!document.querySelector('[data-busy]')"))
		return err == nil && !busy, v.Text()
	})
	if v.loads() != loads {
		v.t.Error("the page was loaded again, and not followed by its script")
	}
}
