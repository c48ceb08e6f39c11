// SPDX-License-Identifier: MIT
// Where we are: the part of the address after #. Nothing of it is ever sent anywhere.
//     #/                 home
//     #/new/GAME         choose seats, opponents and options
//     #/table/ID         a game of this browser
//     #/rules/GAME       #/learn/GAME       #/settings
//     #/r/TEXT           a record in the address itself, compressed: a shared game; #/r/TEXT/PLY a position of it
//     #/online           tables on the server; #/online/new/GAME, #/online/again/TABLE, #/online/account, #/online/fair
//                        #/online/invite/CODE, #/online/reset/CODE: links that an operator hands out
//     #/t/TABLE          one of them; #/t/TABLE/watch only looks on
import { useEffect, useState } from "preact/hooks";

export type Route = string[];

export function currentRoute(): Route {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean);
}

export function go(...route: (string | number)[]): void {
  location.hash = "#/" + route.join("/");
}

export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  useEffect(() => {
    const changed = () => setRoute((old) => (old.join("/") === currentRoute().join("/") ? old : currentRoute()));
    addEventListener("hashchange", changed);
    changed(); // it may have been before anybody listened
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}
