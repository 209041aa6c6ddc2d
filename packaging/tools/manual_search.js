// SPDX-License-Identifier: Apache-2.0
// The search of engine/manual/search_index.cpp for pages in a browser: same words, same evidence, same order. manual_html writes it
// behind PAGES, TERMS, SYNONYMS and PASSED. tests/structure/manual_html asks both searches the same questions.
const BY_TERM = 4.0, BY_LATER_TERM = 3.2, IN_TITLE = 3.0, UNDER_TITLE = 1.0, IN_HEADING = 1.2, IN_TEXT = 0.06, ON_PAGE = 0.15;
const BY_BEGINNING = 0.6, MOST_TIMES = 10, LEAST_SHARE = 0.2, MOST_OF_PAGE = 3, EXCERPT = 150;
const ENDINGS = ['isations', 'isation', 'ations', 'ation', 'isons', 'ison', 'ising', 'ions', 'ings', 'ion', 'ing', 'ies', 'ise', 'ers', 'er',
  'es', 'ed', 's', 'e'];

function stemOf(word) {
  let stem = word.replaceAll('iz', 'is').replaceAll('our', 'or').replace(/tre$/, 'ter');
  const ending = ENDINGS.find(e => stem.endsWith(e) && stem.length >= e.length + 3 && !stem.endsWith('ss'));
  if (ending) stem = stem.slice(0, -ending.length);
  if (stem.length > 3 && /[^aeou]y$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 3 && stem.at(-1) === stem.at(-2) && stem.at(-1) !== 's') stem = stem.slice(0, -1);
  return stem;
}

const lower = text => text.replace(/[A-Z]/g, c => c.toLowerCase());
const synonyms = new Map();
for (const [word, meant] of SYNONYMS) if (!synonyms.has(stemOf(word))) synonyms.set(stemOf(word), stemOf(meant));
const stemsOf = text => (lower(text).match(/[a-z0-9\u0080-\uffff]+/g) || []).map(stemOf).map(s => synonyms.get(s) || s);

function significantWords(text) {
  const words = lower(text).match(/[a-z0-9\u0080-\uffff/+&%.-]+/g) || [], kept = words.filter(w => !PASSED.includes(w));
  return kept.length ? kept : words;
}

const vocabulary = new Map(), phrases = [], numbers = new Map(PAGES.map((page, p) => [page.name, p]));
let sections = 0;
for (const page of PAGES) {
  page.first = sections;
  page.words = 0;
  for (const section of page.sections) {
    const add = (text, k) => {
      for (const stem of stemsOf(text)) {
        ++page.words;
        if (!vocabulary.has(stem)) vocabulary.set(stem, new Map());
        const postings = vocabulary.get(stem);
        if (!postings.has(sections)) postings.set(sections, [0, 0]);
        ++postings.get(sections)[k];
      }
    };
    add(section.heading, 0);
    add(section.text, 1);
    ++sections;
  }
  page.end = sections;
}
const meanWords = PAGES.reduce((sum, page) => sum + page.words, 0) / PAGES.length;
for (const [words, pages] of TERMS) {
  phrases.push({text: words, stems: significantWords(words).flatMap(stemsOf), pages: pages.map(name => numbers.get(name)).filter(p => p !== undefined)});
}

function lookUp(stem) {
  const word = {stem, heading: new Float64Array(sections), text: new Float64Array(sections), presence: [], rarity: 0};
  const longer = new Float64Array(sections);
  for (const [each, postings] of vocabulary) {
    if (each !== stem && (stem.length < 3 || !each.startsWith(stem))) continue;
    for (const [s, [inHeading, inText]] of postings) {
      if (each === stem) {
        if (inHeading) word.heading[s] = 1;
        word.text[s] = inText;
      } else {
        if (inHeading) word.heading[s] = Math.max(word.heading[s], BY_BEGINNING);
        longer[s] += inText;
      }
    }
  }
  let pagesWith = 0;
  PAGES.forEach((page, p) => {
    let times = 0, named = false;
    for (let s = page.first; s < page.end; ++s) {
      if (!word.text[s]) word.text[s] = BY_BEGINNING * longer[s];
      times += word.text[s];
      named ||= word.heading[s] > 0;
    }
    word.presence[p] = named ? 1 : times > 0 ? times / (times + page.words / meanWords) : 0;
    pagesWith += word.presence[p] > 0;
  });
  if (pagesWith) word.rarity = Math.log1p(PAGES.length / pagesWith);
  return word;
}

function meant(words, typed) {
  const evidence = PAGES.map(() => words.map(() => 0));
  for (const phrase of phrases) {
    const whole = phrase.text === typed, common = phrase.stems.filter(stem => words.some(w => w.stem === stem)).length;
    if (!whole && 2 * common <= phrase.stems.length) continue;
    const share = whole ? 1 : common / phrase.stems.length;
    phrase.pages.forEach((p, k) => words.forEach((w, i) => {
      if (whole || phrase.stems.includes(w.stem)) evidence[p][i] = Math.max(evidence[p][i], share * share * (k ? BY_LATER_TERM : BY_TERM));
    }));
  }
  return evidence;
}

function placesOf(page, p, words, byTerm) {
  const places = [];
  for (let s = page.first; s < page.end; ++s) {
    const top = s === page.first;
    let score = 0, covered = 0, all = 0, named = false;
    words.forEach((w, i) => {
      const inTitle = w.heading[page.first], inHeading = top ? 0 : w.heading[s], inText = Math.min(MOST_TIMES, w.text[s]);
      const onPage = byTerm[i] > 0 || w.presence[p] > 0;
      const name = top ? Math.max(byTerm[i], IN_TITLE * inTitle) : Math.max(0.3 * byTerm[i], UNDER_TITLE * inTitle);
      named ||= inHeading > 0 || inText > 0 || (top && (inTitle > 0 || byTerm[i] > 0));
      score += w.rarity * Math.max(name, IN_HEADING * inHeading, IN_TEXT * inText, onPage ? ON_PAGE : 0);
      covered += w.rarity * (byTerm[i] > 0 ? 1 : w.presence[p]);
      all += w.rarity;
    });
    const share = all > 0 ? covered / all : 0;
    if (named && share >= LEAST_SHARE) {
      places.push({page, section: page.sections[s - page.first], top, score: Math.trunc(score * share * share * page.weight * 100)});
    }
  }
  return places.sort((a, b) => b.score - a.score).slice(0, MOST_OF_PAGE);
}

function excerptOf(section, words) {
  const small = lower(section.text), at = words.map(w => small.indexOf(w.stem)).find(i => i >= 0) ?? 0;
  const from = at < EXCERPT / 3 ? 0 : small.indexOf(' ', Math.trunc(at - EXCERPT / 3)) + 1;
  return (from ? '… ' : '') + section.text.slice(from, from + EXCERPT).trim() + (from + EXCERPT < section.text.length ? ' …' : '');
}

function search(typed) {
  const words = [];
  for (const stem of significantWords(typed.slice(0, 512)).flatMap(stemsOf)) {
    if (!words.some(w => w.stem === stem)) words.push(lookUp(stem));
  }
  const known = words.filter(w => w.rarity > 0), byTerm = meant(known, lower(typed.trim()));
  const places = PAGES.flatMap((page, p) => placesOf(page, p, known, byTerm[p])).filter(place => place.score > 0);
  return places.sort((a, b) => b.score - a.score).slice(0, 15).map(place => ({...place, excerpt: excerptOf(place.section, known)}));
}
