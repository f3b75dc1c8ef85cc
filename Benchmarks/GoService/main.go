// GoService answers one operation of the card service, as a Go programmer would write it: a customer's GET of a card
// by a bearer token, one prepared statement, and the same JSON. It uses Go's standard library and the driver lib/pq.
//
// It reads DATABASE_URL and TOKEN_KEY from the environment; its argument is the port.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lib/pq"
)

const cards = "/digitalwallets/v1/profile/prepaid/cards/"

type claims struct {
	Issuer    string `json:"iss"`
	Audience  string `json:"aud"`
	Subject   string `json:"sub"`
	Expires   int64  `json:"exp"`
	NotBefore int64  `json:"nbf"`
	Brand     string `json:"brand"`
	Kind      string `json:"kind"`
}

type header struct {
	Algorithm string `json:"alg"`
	Type      string `json:"typ"`
}

type expiry struct {
	Month int `json:"month"`
	Year  int `json:"year"`
}

type address struct {
	Address1    string  `json:"address1"`
	Address2    *string `json:"address2,omitempty"`
	Address3    *string `json:"address3,omitempty"`
	City        *string `json:"city,omitempty"`
	CountryCode *string `json:"countryCode,omitempty"`
	State       *string `json:"state,omitempty"`
	PostalCode  *string `json:"postalCode,omitempty"`
}

type card struct {
	ID              string   `json:"cardId"`
	Status          string   `json:"status"`
	Expiry          expiry   `json:"expiry"`
	BIN             string   `json:"bin"`
	LastFour        string   `json:"lastFour"`
	Customer        string   `json:"customerId"`
	Type            string   `json:"cardType"`
	Program         string   `json:"programName"`
	Currency        string   `json:"currency"`
	Mobile          *string  `json:"mobile,omitempty"`
	DeliveryAddress *address `json:"deliveryAddress,omitempty"`
	Created         string   `json:"createdDate"`
	Account         string   `json:"accountId"`
	Scheme          string   `json:"scheme"`
	Activated       *string  `json:"activationDate,omitempty"`
	IsPINSet        bool     `json:"isPinSet"`
	ExternalID      *string  `json:"externalId,omitempty"`
}

type problem struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

type service struct {
	find *sql.Stmt
	key  []byte
	// Tokens whose signature was verified, as the card service keeps them.
	verified sync.Map
}

func (s *service) claims(token string) (*claims, error) {
	if found, ok := s.verified.Load(token); ok {
		return found.(*claims), nil
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("a token has three parts")
	}
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(parts[0] + "." + parts[1]))
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || !hmac.Equal(signature, mac.Sum(nil)) {
		return nil, errors.New("the token was not issued by this service")
	}
	var head header
	var body claims
	for part, target := range map[string]interface{}{parts[0]: &head, parts[1]: &body} {
		text, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil || json.Unmarshal(text, target) != nil {
			return nil, errors.New("the token is not readable")
		}
	}
	if head.Algorithm != "HS256" || head.Type != "at+jwt" || body.Issuer != "tessera" || body.Audience != "card-service" {
		return nil, errors.New("the token is for another service")
	}
	s.verified.Store(token, &body)
	return &body, nil
}

func (s *service) getCard(writer http.ResponseWriter, request *http.Request) {
	token := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	body, err := s.claims(token)
	now := time.Now().Unix()
	if err != nil || body.Kind != "customer" || now < body.NotBefore || now >= body.Expires {
		refuse(writer, http.StatusUnauthorized, "5279", "The token is not valid.")
		return
	}
	customer, err := strconv.ParseInt(body.Subject, 10, 64)
	id := strings.TrimPrefix(request.URL.Path, cards)
	if err != nil || len(id) != 36 {
		refuse(writer, http.StatusNotFound, "5269", "There is no such card.")
		return
	}
	found, err := s.read(customer, id)
	if errors.Is(err, sql.ErrNoRows) {
		refuse(writer, http.StatusNotFound, "5269", "There is no such card.")
	} else if err != nil {
		refuse(writer, http.StatusServiceUnavailable, "1007", "The database does not answer.")
	} else {
		answer(writer, http.StatusOK, found)
	}
}

func (s *service) read(customer int64, id string) (*card, error) {
	var (
		found              card
		home               address
		address1           *string
		owner, account     int64
		created            time.Time
		activated          pq.NullTime
		returnsTo          *string
		wrong, pins, tries int
	)
	err := s.find.QueryRow(customer, id).Scan(
		&found.ID, &owner, &found.Status, &returnsTo, &found.Program, &found.Type, &found.Scheme, &found.Currency,
		&found.BIN, &found.LastFour, &found.Expiry.Month, &found.Expiry.Year, &found.Mobile, &address1, &home.Address2,
		&home.Address3, &home.City, &home.CountryCode, &home.State, &home.PostalCode, &created, &account, &activated,
		&found.IsPINSet, &found.ExternalID, &wrong, &pins, &tries)
	if err != nil {
		return nil, err
	}
	found.Customer, found.Account = strconv.FormatInt(owner, 10), strconv.FormatInt(account, 10)
	found.Created = created.UTC().Format("2006-01-02T15:04:05Z")
	if activated.Valid {
		text := activated.Time.UTC().Format("2006-01-02T15:04:05Z")
		found.Activated = &text
	}
	if address1 != nil {
		home.Address1 = *address1
		found.DeliveryAddress = &home
	}
	return &found, nil
}

func refuse(writer http.ResponseWriter, status int, code, message string) {
	var body problem
	body.Error.Code, body.Error.Message = code, message
	answer(writer, status, body)
}

func answer(writer http.ResponseWriter, status int, body interface{}) {
	text, err := json.Marshal(body)
	if err != nil {
		http.Error(writer, "", http.StatusInternalServerError)
		return
	}
	writer.Header().Set("Content-Type", "application/json")
	writer.Header().Set("Cache-Control", "no-store")
	writer.WriteHeader(status)
	writer.Write(text)
}

func main() {
	database, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	connections := 4 * runtime.NumCPU()
	if text := os.Getenv("CONNECTIONS"); text != "" {
		connections, _ = strconv.Atoi(text)
	}
	database.SetMaxOpenConns(connections)
	database.SetMaxIdleConns(connections)
	find, err := database.Prepare(os.Getenv("STATEMENT"))
	if err != nil {
		log.Fatal(err)
	}
	service := &service{find: find, key: []byte(os.Getenv("TOKEN_KEY"))}
	http.HandleFunc(cards, service.getCard)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
