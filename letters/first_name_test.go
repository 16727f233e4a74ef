package letters

import "testing"

// A greeting has the first name where that is beyond doubt, and the whole name where it is not.
func TestFirstName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Robin Sand": "Robin", "Zoë Park": "Zoë", "  Robin   Sand ": "Robin", "Anne-Marie Weber": "Anne-Marie",
		"Robin Q. Sand": "Robin", "Robin van der Sand": "Robin", "Robin SAND": "Robin", "Siân O'Hara": "Siân",
		"Robin Sand-Lund": "Robin", "Robin d'Arcy": "Robin", "Ludwig von Sand": "Ludwig",
	} {
		if got := firstName(name); got != want {
			t.Errorf("%q is greeted as %q, want %q", name, got, want)
		}
	}
	for _, whole := range []string{
		"", "Robin", "robin.sand", "R. Sand", "R Sand", "J.R. Sand", "JR Sand", "Dr. Sand", "Dr Robin Sand",
		"Prof. Sand", "Herr Sand", "SAND Robin", "ROBIN SAND", "Sand, Robin", "robin sand", "van Sand", "Robin sand",
		"Robin S.", "Ana María Ruiz", "Gabriel García Márquez", "Abdul Rahman", "王 小明", "김 민준", "Иванов Иван",
		"Wang Xiaoming", "Kim Minjun", "Nguyen An", "Nguyễn An", "Bùi Ánh Tuyết", "Nagy Anna", "Robin (Rob) Sand",
		"Robin Sand 2", "Robin & Kim", "R2 D2", "Robin \u202eSand",
	} {
		if got := firstName(whole); got != whole {
			t.Errorf("%q is greeted as %q, want the whole name", whole, got)
		}
	}
}
