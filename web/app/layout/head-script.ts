/**
 * Runs before the first paint, so that a stored dark mode never flashes light. The system's preference is not asked.
 * `?docusaurus-theme=` and `?theme=` choose a mode for one visit, for screenshots and checks.
 */
const themeScript = `(function(d){try{var q=new URLSearchParams(location.search),t=q.get('theme')||q.get('docusaurus-theme')||localStorage.getItem('theme');if(t==='dark'||t==='light')d.dataset.theme=t}catch(e){}d.classList.add('js')})(document.documentElement)`;

/**
 * Sections below the window wait until it has been painted, then come one by one, each a task of its own: a slow phone
 * answers to touches in between. The whole page is laid out at once where the address names a place in it, be it only words
 * to find.
 */
const arrivalScript = `(function(d){var n=performance.getEntriesByType('navigation')[0];if(location.hash||!n||n.name.indexOf('#')>=0)return d.classList.add('whole');d.classList.add('arriving');addEventListener('DOMContentLoaded',function(){var s=[].slice.call(document.querySelectorAll('.below'));function next(){var e=s.shift();if(!e)return d.classList.remove('arriving');e.classList.remove('below');setTimeout(next)}var begun;function begin(){if(!begun){begun=1;next()}}requestAnimationFrame(function(){setTimeout(begin)});setTimeout(begin,1000);addEventListener('beforeprint',begin)})})(document.documentElement)`;

/** The inline script of every page, known to the content security policy by its hash. */
export const headScript = `${themeScript};${arrivalScript}`;
