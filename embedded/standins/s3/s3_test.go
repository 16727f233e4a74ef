package s3_test

import (
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func TestClient(t *testing.T) {
	c := s3.NewFromConfig(aws.Config{})
	if _, err := c.HeadBucket(t.Context(), &s3.HeadBucketInput{}); err == nil {
		t.Error("a bucket is there")
	}
}
