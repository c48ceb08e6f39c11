// SPDX-License-Identifier: MIT
// The link to a table: to be copied, shared, or photographed from the screen.
import type { JSX } from "preact";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import qrcode from "qrcode-generator";
import { t } from "../app/words";
import { Icon } from "../art/icons";

export function linkOf(table: string): string {
  return `${location.origin}${location.pathname}#/t/${table}`;
}

/** Dark modules as one path, a quiet zone of four around them. */
function pathOf(text: string): { size: number; path: string } {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = "";
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) if (code.isDark(y, x)) path += `M${x + 4} ${y + 4}h1v1h-1z`;
  return { size: size + 8, path };
}

function QrCode(props: { text: string }): JSX.Element {
  const { size, path } = useMemo(() => pathOf(props.text), [props.text]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("The link as a QR code")} shape-rendering="crispEdges">
      <rect class="qr-paper" width={size} height={size} />
      <path class="qr-ink" d={path} />
    </svg>
  );
}

export function Invite(props: { table: string; game: string }): JSX.Element {
  const link = linkOf(props.table);
  const [note, setNote] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setNote(t("Copied."));
    } catch {
      input.current?.select(); // where it is not allowed, by hand
    }
  };
  const share = () => void navigator.share({ title: `Muraille: ${props.game}`, url: link }).catch(() => {});
  return (
    <section class="page-part invite" aria-labelledby="invite">
      <h2 id="invite">{t("Invite")}</h2>
      <div class="invite-ways">
        <div class="form-row">
          <label class="form-label" for={id}>
            {t("Anyone with this link can join or watch")}
          </label>
          <input id={id} ref={input} class="form-text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} data-link />
          <p class="online-links">
            <button type="button" class="button primary" onClick={() => void copy()}>
              <Icon name="copy" />
              {t("Copy the link")}
            </button>
            {"share" in navigator && (
              <button type="button" class="button" onClick={share}>
                <Icon name="share" />
                {t("Share")}
              </button>
            )}
            <span role="status" class="form-note">
              {note}
            </span>
          </p>
        </div>
        <QrCode text={link} />
      </div>
    </section>
  );
}
