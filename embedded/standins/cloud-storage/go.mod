module cloud.google.com/go/storage

go 1.26.8

require google.golang.org/api v0.276.0

require golang.org/x/oauth2 v0.37.0 // indirect

replace google.golang.org/api => ../google-api
