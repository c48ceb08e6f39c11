// SPDX-License-Identifier: MIT
// Fair deals, for players: why neither the server nor anybody at the table can choose the cards.
import type { JSX } from "preact";
import { useHeading } from "../app/frame";
import { t } from "../app/words";

export function FairPage(): JSX.Element {
  const title = t("Fair deals");
  const heading = useHeading(title);
  return (
    <div class="page fair">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p class="page-lead">{t("Nobody can choose the cards, neither the server nor a player. You need not trust us: you can check it.")}</p>
      </header>
      <ol class="fair-steps">
        <li>
          <b>{t("The commitment.")}</b> {t("When a table is created, the server draws a secret number and shows its fingerprint (SHA-256). From then on it cannot change the number: any other number has another fingerprint.")}
        </li>
        <li>
          <b>{t("Your own random letters.")}</b> {t("When you take a seat, your browser draws random letters and sends only their fingerprint. So does everybody else: nobody knows the others' letters, and nobody can change their own.")}
        </li>
        <li>
          <b>{t("Revealing.")}</b> {t("When all seats are taken, the fingerprints are final and the browsers reveal the letters. A player who does not reveal them loses the seat to a bot, and the others draw new letters.")}
        </li>
        <li>
          <b>{t("The deal.")}</b> {t("The number and everybody's letters together decide every card. All of them were fixed before anybody could know the outcome.")}
        </li>
        <li>
          <b>{t("The proof.")}</b> {t("When the game is over, the server publishes the number. Next to the scores you can check whether the deal was fair: your browser compares all fingerprints and your letters, and deals again.")}
        </li>
      </ol>
      <section class="page-part" aria-labelledby="fair-self">
        <h2 id="fair-self">{t("Without trusting this page")}</h2>
        <p>{t("Download the record of a finished game. The program checks it on your own machine:")}</p>
        <pre class="twin">muraille verify game.mur</pre>
      </section>
      <section class="page-part" aria-labelledby="fair-hidden">
        <h2 id="fair-hidden">{t("During the game")}</h2>
        <p>{t("The server sends each player only what their seat may know, and spectators only what is public. Neither the page nor the network traffic contains more.")}</p>
      </section>
      <p>
        <a class="button" href="#/online">
          {t("With friends")}
        </a>
      </p>
    </div>
  );
}
