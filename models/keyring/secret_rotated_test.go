package keyring

import "testing"

// TestRotatedSecret: what was made under the secret before opens, what is made now is the new one's, and once the old
// one is gone it opens nothing.
func TestRotatedSecret(t *testing.T) {
	t.Parallel()
	const old, fresh = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
	both := Rotated(fresh, old)
	link, plan := Secret(old).SignLink(LinkSession, "org_1/int_1", 3), []byte("a plan")
	if id, epoch, ok := both.ReadLink(LinkSession, link); !ok || id != "org_1/int_1" || epoch != 3 {
		t.Errorf("a link of before reads %q %d %t", id, epoch, ok)
	}
	if _, _, ok := Secret(fresh).ReadLink(LinkSession, link); ok {
		t.Error("without the old secret its link opens")
	}
	if got, want := both.SignLink(LinkSession, "x", 1), Secret(fresh).SignLink(LinkSession, "x", 1); got != want {
		t.Errorf("a new link is %s, want %s", got, want)
	}
	b, err := both.Unseal([]byte("a"), Secret(old).Seal([]byte("a"), plan))
	if string(b) != string(plan) || err != nil {
		t.Errorf("opened is %q (%v)", b, err)
	}
	b, err = Secret(fresh).Unseal([]byte("a"), both.Seal([]byte("a"), plan))
	if string(b) != string(plan) || err != nil {
		t.Errorf("what both seal opens as %q (%v)", b, err)
	}
	if _, err := both.Unseal([]byte("b"), Secret(old).Seal([]byte("a"), plan)); err == nil {
		t.Error("it opens for another owner")
	}
	if len(Rotated(fresh, "").Each()) != 1 || len(Rotated(fresh, fresh).Each()) != 1 || len(both.Each()) != 2 {
		t.Errorf("the secrets are %q", both)
	}
}
