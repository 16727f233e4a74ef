package e2e

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"

	"litmus/testdb"
)

// One address may have few bodies that are still arriving: the next one is refused at once, whatever the request asks
// for, and other addresses are served. A proxy that is trusted says whose they are.
func TestHalfBodies(t *testing.T) {
	t.Parallel()
	s := StartAPI(t, []string{"LITMUS_DATABASE_URL=" + testdb.SQLite(t), signingSecret,
		"LITMUS_LIMIT_BODIES_AT_ONCE=3", "LITMUS_TRUSTED_PROXIES=127.0.0.0/8"})
	o := s.NewOrg(t)
	link := requestURI(t, o.Invite(t, "halved", "engineer", "lens").Want(201).Text("invite_url"))
	const form, object = "application/x-www-form-urlencoded", "application/json"
	for n, to := range []struct{ name, path, contentType string }{
		{"REST", prefix + "/interviews", object}, {"tools", "/mcp", object}, {"a candidate's page", link + "/draft", form},
		{"the dashboard", "/dashboard/signin", form},
	} {
		t.Run(to.name, func(t *testing.T) {
			t.Parallel()
			status := make(chan int)
			for range 4 {
				c, err := net.Dial("tcp", hostOf(o.API))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { c.Close() })
				fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.%d\r\nAuthorization: Bearer "+
					"%s\r\nContent-Type: %s\r\nAccept: application/json, text/event-stream\r\nContent-Length: 100\r\n\r\n{",
					to.path, n, o.Key, to.contentType)
				go func() {
					resp, err := http.ReadResponse(bufio.NewReader(c), nil)
					if err != nil {
						return // the test is over
					}
					resp.Body.Close()
					select {
					case status <- resp.StatusCode:
					case <-t.Context().Done():
					}
				}()
			}
			select {
			case got := <-status:
				if got != http.StatusTooManyRequests {
					t.Errorf("the first answer is %d, want 429 for the fourth body", got)
				}
			case <-time.After(letterTimeout):
				t.Error("four half bodies wait for the rest")
			}
			o.Do(t, "POST", "/interviews", o.Booking(fmt.Sprintf("neighbour-%d", n)), "X-Forwarded-For",
				"203.0.113.200").Want(201)
		})
	}
}
