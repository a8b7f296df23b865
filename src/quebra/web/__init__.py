"""The web page and the JSON API; the server accepts only this machine's requests by default."""
