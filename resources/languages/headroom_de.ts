<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_GB">
<context>
    <name>Commands</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Pause On</source>
        <translation>Anhalten bei</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Blickrichtung</translation>
    </message>
    <message>
        <source>Focus</source>
        <translation>Fokus</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Colour Racks By</source>
        <translation>Racks färben nach</translation>
    </message>
    <message>
        <source>Colour Map</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Text Size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>New Facility…</source>
        <translation>Neue Anlage…</translation>
    </message>
    <message>
        <source>Same Work in Another Cooling…</source>
        <translation>Gleiche Last mit anderer Kühlung…</translation>
    </message>
    <message>
        <source>New Blank Room</source>
        <translation>Neuer leerer Raum</translation>
    </message>
    <message>
        <source>Planner…</source>
        <translation>Planer…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Open Scenario Folder…</source>
        <translation>Szenario-Ordner öffnen…</translation>
    </message>
    <message>
        <source>Attach…</source>
        <translation>Anbinden…</translation>
    </message>
    <message>
        <source>Detach</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Import Tables or Racks…</source>
        <translation>Tabellen oder Racks importieren…</translation>
    </message>
    <message>
        <source>Open Telemetry…</source>
        <translation>Telemetrie öffnen…</translation>
    </message>
    <message>
        <source>Close Telemetry</source>
        <translation>Telemetrie schließen</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht…</translation>
    </message>
    <message>
        <source>Plan…</source>
        <translation>Grundriss…</translation>
    </message>
    <message>
        <source>Scene…</source>
        <translation>Szene…</translation>
    </message>
    <message>
        <source>Schedules…</source>
        <translation>Gerätelisten…</translation>
    </message>
    <message>
        <source>Bill of Materials…</source>
        <translation>Stückliste…</translation>
    </message>
    <message>
        <source>Tables…</source>
        <translation>Tabellen…</translation>
    </message>
    <message>
        <source>Chart Values…</source>
        <translation>Diagrammwerte…</translation>
    </message>
    <message>
        <source>Chart Picture…</source>
        <translation>Diagrammbild…</translation>
    </message>
    <message>
        <source>Revert to Saved…</source>
        <translation>Zurück zum gespeicherten Stand…</translation>
    </message>
    <message>
        <source>Earlier Copies…</source>
        <translation>Frühere Kopien…</translation>
    </message>
    <message>
        <source>Save Picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Close Project</source>
        <translation>Projekt schließen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Turn by 90°</source>
        <translation>Um 90° drehen</translation>
    </message>
    <message>
        <source>Replace Model…</source>
        <translation>Modell ersetzen…</translation>
    </message>
    <message>
        <source>Check Design</source>
        <translation>Entwurf prüfen</translation>
    </message>
    <message>
        <source>Next Problem</source>
        <translation>Nächstes Problem</translation>
    </message>
    <message>
        <source>Compare From Here</source>
        <translation>Ab hier vergleichen</translation>
    </message>
    <message>
        <source>Connect Power…</source>
        <translation>Strom anschließen…</translation>
    </message>
    <message>
        <source>Connect Coolant…</source>
        <translation>Kühlung anschließen…</translation>
    </message>
    <message>
        <source>Connect Network…</source>
        <translation>Netzwerk anschließen…</translation>
    </message>
    <message>
        <source>Disconnect Line</source>
        <translation>Leitung trennen</translation>
    </message>
    <message>
        <source>Measure Cable Routes</source>
        <translation>Kabelwege messen</translation>
    </message>
    <message>
        <source>Select and Move</source>
        <translation>Auswählen und verschieben</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Halle</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>Wand</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Säule</translation>
    </message>
    <message>
        <source>Door</source>
        <translation>Tür</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>Keep Clear</source>
        <translation>Freizuhalten</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>Rampe</translation>
    </message>
    <message>
        <source>Cable Tray</source>
        <translation>Kabeltrasse</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Snap</source>
        <translation>Einrasten</translation>
    </message>
    <message>
        <source>Import Drawing…</source>
        <translation>Zeichnung importieren…</translation>
    </message>
    <message>
        <source>Scale Drawing</source>
        <translation>Zeichnung skalieren</translation>
    </message>
    <message>
        <source>Array…</source>
        <translation>Reihe…</translation>
    </message>
    <message>
        <source>Make Block From Selection</source>
        <translation>Block aus Auswahl</translation>
    </message>
    <message>
        <source>Place Block</source>
        <translation>Block platzieren</translation>
    </message>
    <message>
        <source>Align Left</source>
        <translation>Links ausrichten</translation>
    </message>
    <message>
        <source>Align Centres East</source>
        <translation>Mitten in Ostrichtung ausrichten</translation>
    </message>
    <message>
        <source>Align Right</source>
        <translation>Rechts ausrichten</translation>
    </message>
    <message>
        <source>Align Top</source>
        <translation>Oben ausrichten</translation>
    </message>
    <message>
        <source>Align Centres North</source>
        <translation>Mitten in Nordrichtung ausrichten</translation>
    </message>
    <message>
        <source>Align Bottom</source>
        <translation>Unten ausrichten</translation>
    </message>
    <message>
        <source>Distribute East</source>
        <translation>In Ostrichtung verteilen</translation>
    </message>
    <message>
        <source>Distribute North</source>
        <translation>In Nordrichtung verteilen</translation>
    </message>
    <message>
        <source>Equal Gaps East</source>
        <translation>Gleiche Abstände nach Osten</translation>
    </message>
    <message>
        <source>Equal Gaps North</source>
        <translation>Gleiche Abstände nach Norden</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation>Schritt zurück</translation>
    </message>
    <message>
        <source>Run Until…</source>
        <translation>Laufen bis…</translation>
    </message>
    <message>
        <source>Go to Time…</source>
        <translation>Gehe zu Zeit…</translation>
    </message>
    <message>
        <source>Save Run…</source>
        <translation>Lauf speichern…</translation>
    </message>
    <message>
        <source>Branch from Here…</source>
        <translation>Hier verzweigen…</translation>
    </message>
    <message>
        <source>Back to the Newest Instant</source>
        <translation>Zurück zum neuesten Zeitpunkt</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>Compare What Is Open</source>
        <translation>Geöffnetes vergleichen</translation>
    </message>
    <message>
        <source>Save Comparison…</source>
        <translation>Vergleich speichern…</translation>
    </message>
    <message>
        <source>Save Executive Page…</source>
        <translation>Übersichtsseite speichern…</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Start Again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Critical Alarm</source>
        <translation>Kritischer Alarm</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Failure or Trip</source>
        <translation>Ausfall oder Auslösung</translation>
    </message>
    <message>
        <source>Limit or Throttling</source>
        <translation>Grenzwert oder Drosselung</translation>
    </message>
    <message>
        <source>Lost Job</source>
        <translation>Verlorener Job</translation>
    </message>
    <message>
        <source>Preemption</source>
        <translation>Verdrängung</translation>
    </message>
    <message>
        <source>Next Event</source>
        <translation>Nächstes Ereignis</translation>
    </message>
    <message>
        <source>Previous Event</source>
        <translation>Vorheriges Ereignis</translation>
    </message>
    <message>
        <source>Serve…</source>
        <translation>Bereitstellen…</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Quittieren</translation>
    </message>
    <message>
        <source>Acknowledge All</source>
        <translation>Alle quittieren</translation>
    </message>
    <message>
        <source>Submit Job…</source>
        <translation>Job einreichen…</translation>
    </message>
    <message>
        <source>Submit Like This…</source>
        <translation>Ähnlichen Job einreichen…</translation>
    </message>
    <message>
        <source>Job Page</source>
        <translation>Job-Seite</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Zurückhalten</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Preempt</source>
        <translation>Verdrängen</translation>
    </message>
    <message>
        <source>Kill…</source>
        <translation>Abbrechen…</translation>
    </message>
    <message>
        <source>Fit All</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Fit Selection</source>
        <translation>Auswahl zeigen</translation>
    </message>
    <message>
        <source>Isometric</source>
        <translation>Isometrisch</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Vorn</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Hinten</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Parallel Projection</source>
        <translation>Parallelprojektion</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Aisles</source>
        <translation>Gänge</translation>
    </message>
    <message>
        <source>Coolant Pipes</source>
        <translation>Kühlmittelrohre</translation>
    </message>
    <message>
        <source>Feeders and Busways</source>
        <translation>Einspeisungen und Stromschienen</translation>
    </message>
    <message>
        <source>Cable Trays</source>
        <translation>Kabeltrassen</translation>
    </message>
    <message>
        <source>Air Flow of the Hall</source>
        <translation>Luftströmung der Halle</translation>
    </message>
    <message>
        <source>Section and Focus</source>
        <translation>Schnitt und Fokus</translation>
    </message>
    <message>
        <source>Show Path of This Power</source>
        <translation>Strompfad zeigen</translation>
    </message>
    <message>
        <source>Show Path of This Coolant</source>
        <translation>Kühlmittelpfad zeigen</translation>
    </message>
    <message>
        <source>Show Racks of This Job</source>
        <translation>Racks dieses Jobs zeigen</translation>
    </message>
    <message>
        <source>Show Only the Selection</source>
        <translation>Nur Auswahl zeigen</translation>
    </message>
    <message>
        <source>Hide the Selection</source>
        <translation>Auswahl ausblenden</translation>
    </message>
    <message>
        <source>Show Only What Is in Trouble</source>
        <translation>Nur Gestörtes zeigen</translation>
    </message>
    <message>
        <source>Show Everything</source>
        <translation>Alles einblenden</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Sensoren</translation>
    </message>
    <message>
        <source>Fold Arrays</source>
        <translation>Reihen zusammenfassen</translation>
    </message>
    <message>
        <source>Unfold Arrays</source>
        <translation>Reihen auflösen</translation>
    </message>
    <message>
        <source>Add Chart…</source>
        <translation>Diagramm hinzufügen…</translation>
    </message>
    <message>
        <source>Wall Clock</source>
        <translation>Ortszeit</translation>
    </message>
    <message>
        <source>Since the Start</source>
        <translation>Seit dem Start</translation>
    </message>
    <message>
        <source>SI</source>
        <translation>SI</translation>
    </message>
    <message>
        <source>US Customary</source>
        <translation>US-Einheiten</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>Gemischt</translation>
    </message>
    <message>
        <source>Why This Number?</source>
        <translation>Warum diese Zahl?</translation>
    </message>
    <message>
        <source>Chart This Number</source>
        <translation>Diese Zahl als Diagramm</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>What Would Fail With It</source>
        <translation>Was damit ausfiele</translation>
    </message>
    <message>
        <source>Clear Blast Radius</source>
        <translation>Ausfallradius löschen</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Coolant Supply</source>
        <translation>Kühlmittelvorlauf</translation>
    </message>
    <message>
        <source>Chip Temperature</source>
        <translation>Chiptemperatur</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Coolant Return</source>
        <translation>Kühlmittelrücklauf</translation>
    </message>
    <message>
        <source>Inlet Air</source>
        <translation>Zuluft</translation>
    </message>
    <message>
        <source>Coolant Flow</source>
        <translation>Kühlmittelfluss</translation>
    </message>
    <message>
        <source>Mean Chip Temperature</source>
        <translation>Mittlere Chiptemperatur</translation>
    </message>
    <message>
        <source>Busiest Accelerator</source>
        <translation>Am stärksten ausgelasteter Beschleuniger</translation>
    </message>
    <message>
        <source>Power by Clock</source>
        <translation>Leistung nach Takt</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Fit Colours to Values Now</source>
        <translation>Farben an jetzige Werte anpassen</translation>
    </message>
    <message>
        <source>Colours by Rating</source>
        <translation>Farben nach Nennwert</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation>Cividis</translation>
    </message>
    <message>
        <source>Like the System</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Walk</source>
        <translation>Begehen</translation>
    </message>
    <message>
        <source>Turntable</source>
        <translation>Drehteller</translation>
    </message>
    <message>
        <source>Light of the Hour</source>
        <translation>Licht der Stunde</translation>
    </message>
    <message>
        <source>Play Blast Radius as a Wave</source>
        <translation>Ausfallradius als Welle abspielen</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High Contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Larger Text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller Text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Usual Text</source>
        <translation>Normale Schrift</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwerfen</translation>
    </message>
    <message>
        <source>Simulate</source>
        <translation>Simulieren</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Präsentieren</translation>
    </message>
    <message>
        <source>Operate</source>
        <translation>Betreiben</translation>
    </message>
    <message>
        <source>Next Pane</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous Pane</source>
        <translation>Vorheriger Bereich</translation>
    </message>
    <message>
        <source>View Only</source>
        <translation>Nur die Ansicht</translation>
    </message>
    <message>
        <source>Full Screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Help on This</source>
        <translation>Hilfe hierzu</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Search Manual…</source>
        <translation>Handbuch durchsuchen…</translation>
    </message>
    <message>
        <source>Welcome Page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Rundgang</translation>
    </message>
    <message>
        <source>Find Command…</source>
        <translation>Befehl suchen…</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts…</source>
        <translation>Tastenkürzel…</translation>
    </message>
    <message>
        <source>About Headroom</source>
        <translation>Über Headroom</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>简体中文</source>
        <translation>简体中文</translation>
    </message>
    <message>
        <source>Use English from the next start</source>
        <translation>Ab dem nächsten Start Englisch verwenden</translation>
    </message>
    <message>
        <source>Use German from the next start</source>
        <translation>Ab dem nächsten Start Deutsch verwenden</translation>
    </message>
    <message>
        <source>Use simplified Chinese from the next start</source>
        <translation>Ab dem nächsten Start vereinfachtes Chinesisch verwenden</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Blast Radius</source>
        <translation>Ausfallradius</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Why This Number</source>
        <translation>Warum diese Zahl</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Telemetry</source>
        <translation>Telemetrie</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Strom</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>Verluste</translation>
    </message>
    <message>
        <source>Power Swings</source>
        <translation>Leistungsschwankungen</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>Kühlung</translation>
    </message>
    <message>
        <source>PUE and WUE</source>
        <translation>PUE und WUE</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Faults</source>
        <translation>Störungen</translation>
    </message>
    <message>
        <source>Storyboard</source>
        <translation>Storyboard</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>Drills</source>
        <translation>Übungen</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>3-D</source>
        <translation>3-D</translation>
    </message>
    <message>
        <source>3-D View</source>
        <translation>3-D-Ansicht</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Grundriss</translation>
    </message>
    <message>
        <source>Plan View</source>
        <translation>Grundrissansicht</translation>
    </message>
    <message>
        <source>One-line</source>
        <translation>Einlinig</translation>
    </message>
    <message>
        <source>One-Line Diagram</source>
        <translation>Einlinienschema</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Process Diagram</source>
        <translation>Prozessschema</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Fabric Diagram</source>
        <translation>Netzwerkschema</translation>
    </message>
    <message>
        <source>Gantt</source>
        <translation>Gantt</translation>
    </message>
    <message>
        <source>Gantt Chart</source>
        <translation>Gantt-Diagramm</translation>
    </message>
    <message>
        <source>Policies</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Policy Comparison</source>
        <translation>Vergleich der Verfahren</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation>Zuverlässigkeit</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Money and Carbon</source>
        <translation>Kosten und CO₂</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Gegenüberstellung</translation>
    </message>
</context>
</TS>
