package gate

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"litmus/internal/verify"
	"litmus/models"
)

// TestUnknown proves that the requests of one address are authenticated so many at a time, that as many more wait as
// one organization may have, that the next is refused, and that other addresses have places of their own.
func TestUnknown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newUnknown(models.Limits{UnknownAtOnce: 2, RequestsAtOnce: 3})
		var mu sync.Mutex // those who waited are refused at one time
		served, refused := 0, []error{}
		ask := func(from string) {
			go func() {
				one, err := p.enter(t.Context(), from, false)
				mu.Lock()
				if err != nil {
					refused = append(refused, err)
				} else {
					served++
				}
				mu.Unlock()
				if err == nil {
					<-t.Context().Done()
					one.End()
				}
			}()
			synctest.Wait()
		}
		for range 6 {
			ask("192.0.2.1/32")
		}
		ask("192.0.2.2/32")
		mu.Lock()
		defer mu.Unlock()
		var e *models.Error
		if len(refused) != 1 || !errors.As(refused[0], &e) {
			t.Fatalf("%d are served, %v", served, refused)
		}
		verify.Each(t, "beyond the places", verify.Fields{"served": {served, 3},
			"Kind": {e.Kind, models.Throttled}, "RetryAfter": {e.RetryAfter, time.Second},
			"Message": {e.Message, verify.Says{"more than 5 requests that are not authent"}}})
		mu.Unlock()
		time.Sleep(maxWait) //nolint:forbidigo // the time of the bubble
		synctest.Wait()
		mu.Lock()
		if len(refused) != 4 || !strings.Contains(fmt.Sprint(refused[1]), "2 are served at a time") {
			t.Errorf("those who waited are answered %v", refused)
		}
	})
}
