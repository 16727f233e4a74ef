package worker

import (
	"slices"
	"testing"
)

// TestTags: the tag of a letter is what stands behind the plus sign of our own address, however servers write that.
func TestTags(t *testing.T) {
	t.Parallel()
	got := tagsOf("Returns@hire.example", []string{"returns@hire.example", "returns+int_1.abc@hire.example",
		"returns+int_1.abc@hire.example", "returns+int_2.abc@elsewhere.example", "returnsint_3.abc@hire.example",
		"other+int_4.abc@hire.example", "returns+int_5.abc@hire.example"})
	if !slices.Equal(got, []string{"int_1.abc", "int_5.abc"}) {
		t.Errorf("got %q", got)
	}
}
