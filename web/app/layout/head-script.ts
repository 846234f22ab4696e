/**
 * Runs before the first paint so that a stored dark mode does not flash light. `?docusaurus-theme=` and `?theme=` set the
 * mode for one visit.
 */
const themeScript = `(function(d){try{var q=new URLSearchParams(location.search),t=q.get('theme')||q.get('docusaurus-theme')||localStorage.getItem('theme');if(t==='dark'||t==='light')d.dataset.theme=t}catch(e){}d.classList.add('js')})(document.documentElement)`;

/**
 * Lays out sections below the window after the first paint, one task each, so that slow phones stay responsive. An address
 * with a place in the page, or with words to find, lays out the whole page at once.
 */
const arrivalScript = `(function(d){var n=performance.getEntriesByType('navigation')[0];if(location.hash||!n||n.name.indexOf('#')>=0)return d.classList.add('whole');d.classList.add('arriving');addEventListener('DOMContentLoaded',function(){var s=[].slice.call(document.querySelectorAll('.below'));function next(){var e=s.shift();if(!e)return d.classList.remove('arriving');e.classList.remove('below');setTimeout(next)}var begun;function begin(){if(!begun){begun=1;next()}}requestAnimationFrame(function(){setTimeout(begin)});setTimeout(begin,1000);addEventListener('beforeprint',begin)})})(document.documentElement)`;

export const headScript = `${themeScript};${arrivalScript}`;
